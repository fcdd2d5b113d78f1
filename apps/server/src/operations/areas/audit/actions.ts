import { inLanguage, type Language, type Words } from '@kabao/contract'
import { endpoints } from '@kabao/contract/app/areas'
import { machines } from '@kabao/contract/app/machines'
import type { Choice, ChoiceQuery } from '@kabao/contract/kernel/choice'
import { lookUpsIn } from '@kabao/contract/kernel/look-up'
import { lookUpWords } from '@kabao/contract/kernel/look-up.words'
import type { Machine } from '@kabao/contract/kernel/machine'
import { statement } from '@kabao/contract/ledger/statement'
import { isFound, wordsOf } from '#platform/choices/words'
import { lookUpPoint } from '#platform/http/audit'

/** The acts of the service itself. */
const own: Record<string, Words> = {
  'audit:retention': ['删除到期的操作日志', 'Delete expired audit log entries'],
  // Of the calls that need no account, the only one that is in the log.
  [statement.open.name]: statement.open.summary,
  ...Object.fromEntries(
    (machines as readonly Machine[]).flatMap(({ name, serviceActs }) =>
      Object.entries(serviceActs).map(([act, { summary }]) => [`${name}:${act}`, summary]),
    ),
  ),
}

/** Look-ups by a whole value, for every area that has a filter by such a value. */
const lookUps = [
  ...new Set(
    endpoints.filter(({ body, query }) => lookUpsIn(body) ?? lookUpsIn(query)).map(({ area }) => area),
  ),
].map((area) => [lookUpPoint(area), lookUpWords.tree.action[area as keyof LookUpActions]] as const)
type LookUpActions = typeof lookUpWords.tree.action

/** The description of each point that the audit log can contain; if several endpoints share a point, that of the first. */
export const actions: ReadonlyMap<string, Words> = new Map<string, Words>(
  [
    ...endpoints
      .filter(({ access }) => access !== 'anyone')
      .map((endpoint) => [endpoint.point ?? endpoint.name, endpoint.summary] as const),
    ...lookUps,
    ...Object.entries(own),
  ].toReversed(),
)

/** The description of a point in the reader's language; the point itself if this version no longer knows it. */
export function actionOf(point: string, language: Language): string {
  const summary = actions.get(point)
  return summary ? inLanguage(summary, language) : point
}

/** The actions to filter by: all, those that the keyword finds by name or point, or those of some points. */
export async function findActions({ keyword = '', ids }: ChoiceQuery, language: Language): Promise<Choice[]> {
  const wanted = ids?.split(',')
  const found: Choice[] = []
  for (const point of [...actions.keys()].toReversed()) {
    const isWanted = wanted
      ? wanted.includes(point)
      : keyword === '' || isFound(await wordsOfAction(point, language), keyword)
    if (isWanted)
      found.push({ id: point, name: actionOf(point, language), code: null, hint: null, status: 'enabled' })
  }
  return found
}

/** The texts that an action is found by. They never change, so their pinyin is made once. */
async function wordsOfAction(point: string, language: Language): Promise<ReadonlySet<string>> {
  const key = `${language} ${point}`
  const known = wordsOfActions.get(key) ?? (await wordsOf([actionOf(point, language), point]))
  wordsOfActions.set(key, known)
  return known
}
const wordsOfActions = new Map<string, ReadonlySet<string>>()
