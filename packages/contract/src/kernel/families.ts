import type { Endpoint } from './kernel.ts'
import type { Words } from './language.ts'
import { seenVersion } from './machine-calls.ts'

/*
 * Calls that differ only in a word of their path are one endpoint to a reader: `POST /channel/{id}/enable` and `/channel/{id}/disable`
 * are `POST /channel/{id}/{act}`. Each call is declared in its area with its own permission point, and is checked, counted and audited
 * under its own name; this file says which calls belong together.
 */

/** One endpoint as the API document shows it. */
export interface Operation {
  /** Unique name, the OpenAPI operation id: `channel.act`. */
  name: string
  /** The area that it is listed under. */
  area: string
  /** Its path with a parameter for each word in which its calls differ. */
  path: `/${string}`
  summary: Words
  /** Its calls, at least one, each with the words of its path by parameter; no words if it is an endpoint alone. */
  calls: readonly { call: Endpoint; words: Readonly<Record<string, string>> }[]
}

interface Rule {
  /** The path of its calls; each named group is a parameter. */
  pattern: RegExp
  path: string
  /** The area that the endpoint is listed under, if its calls are of many. */
  area?: string
  /** The second half of its name; default: that of its calls. */
  key?: string
  /** What it does, by the second half of its name; default: as its first call says. */
  summaries: Readonly<Record<string, Words>>
  /** Which calls with such a path belong to it; default: all. */
  has?: (call: Endpoint) => boolean
}

/** The same call of each list, and of each list of a section: two endpoints, as their paths have not the same length. */
const inAnyList = (
  ofList: RegExp,
  ofSection: RegExp,
  end: string,
  area: string,
  name: string,
  summary: Words,
): Rule[] => [
  { pattern: ofList, path: `/{list}/${end}`, area, key: name, summaries: { [name]: summary } },
  {
    pattern: ofSection,
    path: `/{section}/{list}/${end}`,
    area,
    key: `${name}In`,
    summaries: { [`${name}In`]: summary },
  },
]

const rules: readonly Rule[] = [
  {
    pattern: /^\/choice\/(?<page>\w+)\/(?<field>\w+)$/,
    path: '/choice/{page}/{field}',
    area: 'choice',
    key: 'find',
    summaries: { find: ['查找可供选择的记录', 'Find records to choose from'] },
  },
  {
    pattern: /^\/import\/(?<list>\w+)(?<rest>(?:\W.*)?)$/,
    path: '/import/{list}',
    area: 'import',
    summaries: { importStart: ['导入列表', 'Import into a list'] },
  },
  {
    pattern: /^\/chart\/(?<report>[\w-]+)(?<rest>\/(?:page|chart|records|export))$/,
    path: '/chart/{report}',
    area: 'report',
    summaries: {
      page: ['查看报表', 'View a report'],
      chart: ['查看报表图表', 'View the chart of a report'],
      records: ['查看数字背后的记录', 'View the records behind a figure'],
      export: ['导出报表', 'Export a report'],
    },
  },
  ...inAnyList(
    /^\/(?<list>\w+)\/page\/export$/,
    /^\/(?<section>\w+)\/(?<list>\w+)\/page\/export$/,
    'page/export',
    'exportTask',
    'start',
    ['导出列表', 'Export a list'],
  ),
  ...inAnyList(
    /^\/(?<list>\w+)\/counts$/,
    /^\/(?<section>\w+)\/(?<list>\w+)\/counts$/,
    'counts',
    'row',
    'counts',
    ['统计列表各标签的数量', 'Count the rows of each tab of a list'],
  ),
  {
    pattern: /^\/row\/(?<list>\w+)(?<rest>\/.*)$/,
    path: '/row/{list}',
    area: 'row',
    summaries: {},
  },
  {
    pattern: /^(?<start>.*)\/batch\/(?<act>\w+)$/,
    path: '/batch/{act}',
    key: 'batch',
    summaries: { batch: ['对多条执行操作', 'Do an act to several rows'] },
  },
  {
    pattern: /^(?<start>.*)\/batch\/(?<act>\w+)\/count$/,
    path: '/batch/{act}/count',
    key: 'batchCount',
    summaries: {
      batchCount: ['统计符合条件且可操作的数量', 'Count the matching rows that an act would change'],
    },
  },
  {
    pattern: /^(?<start>.*)\/batch\/(?<act>\w+)\/matching$/,
    path: '/batch/{act}/matching',
    key: 'batchMatching',
    summaries: { batchMatching: ['对符合条件的全部执行操作', 'Do an act to all matching rows'] },
  },
  {
    pattern: /^(?<start>.*)\/\{id\}\/(?<act>\w+)$/,
    path: '/{id}/{act}',
    key: 'act',
    summaries: { act: ['对一条执行操作', 'Do an act to one row'] },
    has: ({ method, body }) => method === 'POST' && body === seenVersion,
  },
]

/** The endpoints that these calls are to a reader, in the order of their first calls. */
export function operationsOf(calls: readonly Endpoint[]): Operation[] {
  const operations = new Map<
    string,
    Operation & { calls: { call: Endpoint; words: Record<string, string> }[] }
  >()
  for (const call of calls) {
    const { words, ...made } = operationOf(call)
    const key = `${call.method} ${made.path}`
    const known = operations.get(key) ?? { ...made, calls: [] }
    operations.set(key, known)
    known.calls.push({ call, words })
  }
  return [...operations.values()].map((operation) =>
    operation.calls.length === 1 ? alone((operation.calls[0] as { call: Endpoint }).call) : operation,
  )
}

function operationOf(call: Endpoint): Omit<Operation, 'calls'> & { words: Record<string, string> } {
  for (const { pattern, path, area = call.area, key, summaries, has } of rules) {
    const { start = '', rest = '', ...words } = pattern.exec(call.path)?.groups ?? {}
    if (Object.keys(words).length === 0 || has?.(call) === false) continue
    const last = key ?? (call.name.split('.')[1] as string)
    return {
      name: `${area}.${last}`,
      area,
      path: `${start}${path}${rest}` as `/${string}`,
      summary: summaries[last] ?? call.summary,
      words,
    }
  }
  return { ...alone(call), words: {} }
}

/** A call that is an endpoint of its own. */
const alone = (call: Endpoint): Operation => ({
  name: call.name,
  area: call.area,
  path: call.path,
  summary: call.summary,
  calls: [{ call, words: {} }],
})
