import { endpoints } from '@kabao/contract/app/areas'
import { codes } from '@kabao/contract/kernel/envelope'
import { inLanguage, type Language } from '@kabao/contract/kernel/language'
import { type AuditRow, audit as area } from '@kabao/contract/operations/audit'
import { daysAgo } from '../random.ts'
import { special } from '../special.ts'

const written = endpoints.filter(({ kind, point }) => kind === 'write' && point !== null)
const points = [...new Set(written.map(({ point }) => point as string))]

/** The meaning of a permission point: the summary of the first endpoint that requires it. */
function actionOf(point: string, language: Language): string {
  const named = written.find((endpoint) => endpoint.point === point)
  return named ? inLanguage(named.summary, language) : point
}

export const audit = special(area, {
  count: 60,
  row: (random, at) => {
    const point = random.pick(points.filter((each) => /^(user|blacklist|feedback):/.test(each)))
    const isRefused = random.chance(0.1)
    const row: Partial<AuditRow> = {
      at: daysAgo(at / 2 + 1),
      username: random.pick(['admin', 'user']),
      ip: `10.0.0.${1 + random.below(9)}`,
      point,
      targetKind: point.replace(/:.*/, ''),
      targetId: String(1 + random.below(36)),
      result: isRefused ? 'refused' : 'done',
      code: isRefused ? codes.conflict : codes.success,
      requestId: null,
      targetName: null,
      link: null,
      group: null,
    }
    const changes = isRefused ? [] : [{ field: 'remark', label: '备注', before: null, after: '示例' }]
    return { ...row, before: null, after: isRefused ? null : { remark: '示例' }, changes }
  },
  now: ({ point }, { language }) => ({ action: actionOf(point, language) }),
  choices: {
    actions: ({ language }) => points.map((point) => ({ id: point, name: actionOf(point, language) })),
  },
})
