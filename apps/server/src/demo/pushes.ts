import { maskIdNumber, maskName, maskPhone } from '@kabao/contract/personal'
import type { Cell } from './copy.ts'
import type { DemoPlan, Partners } from './partners.ts'
import { type Crowd, type Person, person } from './people.ts'
import { randomFor } from './random.ts'

export const pushColumns = [
  'user_id',
  'channel_id',
  'org_id',
  'plan_id',
  'flow',
  'city_code',
  'stage',
  'status',
  'price_fen',
  'cost_fen',
  'dedupe_days',
  'attempts',
  'request_at',
  'responded_at',
  'reason',
  'external_id',
  'request',
  'answer',
  'created_at',
  'updated_at',
]

const rejections = ['年龄不符合要求', '所在城市未开通', '综合评分不足', '近期已有申请', '收入不符合要求']
const failures = ['对方接口超时', '对方返回 502', '签名校验失败']

/** Every push of the generated people, in order of time; each push of a person goes to another organisation of the flow. */
export function* pushRows(crowd: Crowd, start: number, partners: Partners): Generator<Cell[]> {
  for (let at = 0; at < crowd.size; at++) {
    const made = person(start + at, crowd)
    if (made.pushes.length === 0) continue
    const random = randomFor(crowd.seed + 3, start + at)
    const orgs = partners.plans[made.flow]
    const first = random.below(orgs.length)
    const channelId = partners.channels[made.channel % partners.channels.length] as string
    for (const [nth, push] of made.pushes.entries()) {
      const plan = random.pick(orgs[(first + nth) % orgs.length] as DemoPlan[])
      const requestAt = new Date(push.requestAt).toISOString()
      const { reason, stage, attempts, answer } = course(made.flow, push.status, random)
      const externalId = answer?.id ?? null
      yield [
        start + at + 1,
        channelId,
        plan.orgId,
        plan.id,
        made.flow,
        made.cityCode,
        stage,
        push.status,
        plan.priceFen,
        push.status === 'accepted' ? Math.round(plan.priceFen * 0.4) : 0,
        plan.dedupeDays,
        attempts,
        requestAt,
        push.respondedAt && new Date(push.respondedAt).toISOString(),
        reason,
        externalId,
        JSON.stringify(requestOf(made)),
        answer && JSON.stringify(answer),
        requestAt,
        new Date(push.respondedAt ?? push.requestAt).toISOString(),
      ]
    }
  }
}

interface Course {
  stage: string
  attempts: number
  reason: string | null
  answer: { code: string; message: string; id?: string } | null
}

/** The state of a push, its number of attempts, and the response. */
function course(
  flow: Person['flow'],
  status: Person['pushes'][number]['status'],
  random: ReturnType<typeof randomFor>,
): Course {
  const isJoint = flow === 'uv' || flow === 'city'
  const last = isJoint ? 'login' : 'submit'
  const id = `P${String(random.below(1_000_000_000)).padStart(9, '0')}`
  switch (status) {
    case 'accepted':
      return { stage: last, attempts: 1, reason: null, answer: { code: '0', message: 'accepted', id } }
    case 'rejected': {
      const reason = random.pick(rejections)
      return { stage: last, attempts: 1, reason, answer: { code: '1001', message: reason, id } }
    }
    case 'duplicate':
      return {
        stage: flow === 'half' ? 'check' : last,
        attempts: 1,
        reason: '对方已有该用户',
        answer: { code: '1002', message: 'duplicate' },
      }
    case 'failed':
      return { stage: last, attempts: 3, reason: random.pick(failures), answer: null }
    default:
      return { stage: flow === 'half' ? 'consent' : last, attempts: 1, reason: null, answer: null }
  }
}

/** The payload that would have been sent, stored with personal data masked. */
const requestOf = ({ phone, name, idNumber, gender, cityCode, profile }: Person) => ({
  phone: maskPhone(phone),
  name: maskName(name),
  ...(idNumber && { idNumber: maskIdNumber(idNumber) }),
  gender,
  cityCode,
  ...(profile && { incomeBand: profile.incomeBand, creditBand: profile.creditBand }),
})
