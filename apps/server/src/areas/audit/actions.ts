import { inLanguage, type Language, type Words } from '@kabao/contract'
import { endpoints } from '@kabao/contract/areas'
import { lookUpsIn } from '@kabao/contract/look-up'
import { lookUpWords } from '@kabao/contract/look-up.words'
import type { Machine } from '@kabao/contract/machine'
import { machines } from '@kabao/contract/machines'
import { lookUpPoint } from '#http/audit'

/** What the service does by itself. */
const own: Record<string, Words> = {
  'audit:retention': ['删除到期的操作日志', 'Delete a day of the audit log that is old enough'],
  ...Object.fromEntries(
    (machines as readonly Machine[]).flatMap(({ name, serviceActs }) =>
      Object.entries(serviceActs).map(([act, { summary }]) => [`${name}:${act}`, summary]),
    ),
  ),
}

/** Look-ups by a whole value, in every area that takes one. */
const lookUps = [
  ...new Set(
    endpoints.filter(({ body, query }) => lookUpsIn(body) ?? lookUpsIn(query)).map(({ area }) => area),
  ),
].map((area) => [lookUpPoint(area), lookUpWords.tree.action[area as keyof LookUpActions]] as const)
type LookUpActions = typeof lookUpWords.tree.action

/** What stands in the audit log under each point; of several endpoints under one point, what the first is for. */
export const actions: ReadonlyMap<string, Words> = new Map<string, Words>(
  [
    ...endpoints
      .filter((endpoint) => endpoint.access !== 'anyone' && endpoint.audited !== false)
      .map((endpoint) => [endpoint.point ?? endpoint.name, endpoint.summary] as const),
    ...lookUps,
    ...Object.entries(own),
  ].toReversed(),
)

/** What a point is for, in the reader's language; the point itself where this version does not know it any more. */
export function actionOf(point: string, language: Language): string {
  const summary = actions.get(point)
  return summary ? inLanguage(summary, language) : point
}

/** The actions that can be looked for: all, those with a part of a name, or the one of a point. */
export function findActions(
  { keyword = '', id }: { keyword?: string | undefined; id?: string | undefined },
  language: Language,
) {
  const part = keyword.toLowerCase()
  return [...actions.keys()]
    .toReversed()
    .map((point) => ({ point, action: actionOf(point, language) }))
    .filter(({ point, action }) =>
      id === undefined
        ? point.toLowerCase().includes(part) || action.toLowerCase().includes(part)
        : point === id,
    )
}
