import { type AuditRow, audit } from '@kabao/contract/audit'
import { codes } from '@kabao/contract/envelope'
import { inLanguage, type Language, type Words } from '@kabao/contract/language'
import { daysAgo, randomFrom } from './random.ts'
import { answer, pageOf, Refused, say, sorted } from './serve.ts'

interface Line {
  row: Omit<AuditRow, 'action'>
  action: Words
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

const kinds: readonly Pick<Line, 'action' | 'before' | 'after'>[] = [
  {
    action: ['修改黑名单', 'Change a blacklist entry'],
    before: { reason: '投诉核实' },
    after: { reason: '恶意注册' },
  },
  {
    action: ['添加黑名单', 'Add to the blacklist'],
    before: null,
    after: { kind: 'phone', value: '139****1234' },
  },
  { action: ['查看完整的黑名单值', 'See the whole value of an entry'], before: null, after: null },
]
const points = ['blacklist:update', 'blacklist:create', 'blacklist:reveal']

const lines: Line[] = Array.from({ length: 60 }, (_, at) => {
  const random = randomFrom(7000 + at)
  const which = random.below(kinds.length)
  const isRefused = random.chance(0.1)
  const row = {
    id: String(60 - at),
    at: daysAgo(at / 2 + 1),
    username: random.pick(['admin', 'user']),
    ip: `10.0.0.${1 + random.below(9)}`,
    point: points[which] as string,
    targetKind: 'blacklist',
    targetId: String(1 + random.below(46)),
    result: isRefused ? ('refused' as const) : ('done' as const),
    code: isRefused ? codes.conflict : codes.success,
    requestId: null,
  }
  return { ...(kinds[which] as (typeof kinds)[number]), row }
})

const worded = ({ row, action }: Line, language: Language): AuditRow => ({
  ...row,
  action: inLanguage(action, language),
})

export const auditHandlers = [
  answer(audit.page, ({ body, language }) => {
    const found = lines.filter(
      ({ row }) =>
        (!body.username || row.username === body.username) &&
        (!body.point || row.point === body.point) &&
        (!body.targetKind || row.targetKind === body.targetKind) &&
        (!body.targetId || row.targetId === body.targetId) &&
        (!body.ip || row.ip === body.ip) &&
        (!body.requestId || row.requestId === body.requestId) &&
        (!body.result || row.result === body.result) &&
        (!body.from || row.at >= body.from) &&
        (!body.to || row.at < body.to),
    )
    return pageOf(
      sorted(
        found.map((line) => worded(line, language)),
        body.sort,
      ),
      body,
    )
  }),
  answer(audit.actions, ({ query, language }) =>
    points
      .map((point, at) => ({ point, action: inLanguage(kinds[at]?.action ?? ['', ''], language) }))
      .filter(({ point, action }) => (query.id ? point === query.id : action.includes(query.keyword ?? ''))),
  ),
  answer(audit.get, ({ params, language }) => {
    const line = lines.find(({ row }) => row.id === params.id)
    if (!line) throw new Refused(codes.notFound, say('notFound', language))
    return { ...worded(line, language), before: line.before, after: line.after }
  }),
]
