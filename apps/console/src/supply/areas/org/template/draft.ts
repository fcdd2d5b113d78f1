import {
  type ConnectionTemplate,
  type TemplateStage,
  type TemplateStageSpec,
  templateStages,
} from '@kabao/contract/partners/template'

type Whole = 'method' | 'url' | 'timeoutMs' | 'content' | 'body'

/** A stage as it is typed: the simple fields, and all else as JSON. */
export type StageDraft = Pick<TemplateStageSpec, Whole> & { rest: string }
/** A template as it is typed. `parts`: its secrets and maps as JSON. */
export interface TemplateDraft {
  parts: string
  stages: Partial<Record<TemplateStage, StageDraft>>
}

const blankRest: Omit<TemplateStageSpec, Whole> = {
  headers: [],
  sign: null,
  seal: null,
  envelope: null,
  reply: {
    format: 'json',
    statuses: [200],
    failedStatuses: [429],
    unseal: null,
    outcomes: [{ when: [{ path: '$.code', is: ['0'] }], outcome: 'accepted' }],
    reason: '$.message',
    externalId: null,
    price: null,
    url: null,
    agreements: null,
  },
}

const json = (value: unknown) => JSON.stringify(value, null, 2)

/** A stage that a person begins with. */
export const blankStage = (): StageDraft => ({
  method: 'POST',
  url: 'https://',
  timeoutMs: 3_000,
  content: 'json',
  body: '{\n  "requestId": {{ requestId }}\n}',
  rest: json(blankRest),
})

export const blankDraft = (): TemplateDraft => ({ parts: json({ secrets: [], maps: [] }), stages: {} })

/** A template as it is typed. */
export function draftOf({ secrets, maps, stages }: ConnectionTemplate): TemplateDraft {
  const drafts: TemplateDraft['stages'] = {}
  for (const stage of templateStages) {
    const spec = stages[stage]
    if (!spec) continue
    const { method, url, timeoutMs, content, body, ...rest } = spec
    drafts[stage] = { method, url, timeoutMs, content, body, rest: json(rest) }
  }
  return { parts: json({ secrets, maps }), stages: drafts }
}

/** A part of a draft that is not JSON, and the line where it fails. */
export interface NotJson {
  path: string
  line: number
}

/** The template that a draft describes; the service checks its form. If a part is not JSON, that part. */
export function templateOf({ parts, stages }: TemplateDraft): ConnectionTemplate | NotJson {
  const read = (path: string, text: string): { value: object } | NotJson => {
    try {
      return { value: JSON.parse(text) as object }
    } catch (error) {
      return { path, line: lineOf(text, String(error)) }
    }
  }
  const common = read('parts', parts)
  if ('path' in common) return common
  const specs: Record<string, object> = {}
  for (const [stage, { rest, ...simple }] of Object.entries(stages)) {
    const other = read(`stages.${stage}.rest`, rest)
    if ('path' in other) return other
    specs[stage] = { ...simple, ...other.value }
  }
  return { ...common.value, stages: specs } as ConnectionTemplate
}

/** The line at which `JSON.parse` failed, from its message: `… at position 17`. Without a position, the last line. */
function lineOf(text: string, message: string): number {
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length)
  return text.slice(0, position).split('\n').length
}

/** The editor in which a problem of the service is shown: that of its field, or the JSON that it is in. */
export function placeOf(path: string): string {
  const [root, stage, field] = path.split('.')
  if (root !== 'stages') return 'parts'
  return `stages.${stage}.${['method', 'url', 'timeoutMs', 'content', 'body'].includes(field ?? '') ? field : 'rest'}`
}
