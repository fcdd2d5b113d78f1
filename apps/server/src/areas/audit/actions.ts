import { inLanguage, type Language, type Words } from '@kabao/contract'
import { endpoints } from '@kabao/contract/areas'

/** What the service does by itself. */
const own: Record<string, Words> = {
  'audit:retention': ['删除到期的操作日志', 'Delete a day of the audit log that is old enough'],
}

/** What stands in the audit log under each point; of several endpoints under one point, what the first is for. */
const actions = new Map<string, Words>(
  [
    ...endpoints
      .filter((endpoint) => endpoint.access !== 'anyone' && endpoint.audited !== false)
      .map((endpoint) => [endpoint.point ?? endpoint.name, endpoint.summary] as const),
    ...Object.entries(own),
  ].toReversed(),
)

/** What a point is for, in the reader's language; the point itself where this version does not know it any more. */
export function actionOf(point: string, language: Language): string {
  const summary = actions.get(point)
  return summary ? inLanguage(summary, language) : point
}

/** Every action that can be looked for. */
export const allActions = (language: Language) =>
  [...actions.keys()].toReversed().map((point) => ({ point, action: actionOf(point, language) }))
