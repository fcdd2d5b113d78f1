import { push as area, type PushDetail } from '@kabao/contract/engine/push'
import { maskName, maskPhone } from '@kabao/contract/kernel/personal'
import type { UserDetail } from '@kabao/contract/users/user'
import { special } from '../special.ts'
import { rowsOf } from '../tables.ts'
import { channels } from './channels.ts'

const names = ['华南信用卡中心', '华东消费金融', '华北信用卡中心', '西南消费金融', '江浙权益平台']
const orgs = names.map((name, index) => ({ id: String(index + 1), code: `org00${index + 1}`, name }))
const plans = orgs.flatMap(({ id: orgId, name: orgName }, index) =>
  ['标准计划', '优选计划'].map((name, nth) => ({ id: String(index * 2 + nth + 1), name, orgName, orgId })),
)
const reasons = ['综合评分不足', '年龄不符合要求', '所在城市未开通']
const outcomes = { pushed: 'pending', accepted: 'accepted', rejected: 'rejected' } as const
const isPushed = ({ status }: UserDetail) => status in outcomes
const pushed = () => rowsOf<UserDetail>('user').filter(isPushed)

/** The push records: one for each pushed user. */
export const push = special(area, {
  count: () => pushed().length,
  row: (random, at) => {
    const user = pushed()[at] as UserDetail
    const { id: userId, phone, name, flow, channelId, channelName, cityCode, cityName } = user
    const { id: planId, name: planName, orgId, orgName } = random.pick(plans)
    const status = outcomes[user.status as keyof typeof outcomes]
    const requestAt = user.lastActiveAt ?? user.createdAt
    const respondedAt = new Date(Date.parse(requestAt) + 300 + random.below(2000)).toISOString()
    const reason = status === 'rejected' ? random.pick(reasons) : null
    const isAnswered = status !== 'pending'
    const row: Partial<PushDetail> = {
      userId,
      phone,
      name,
      flow,
      channelId,
      channelName,
      cityCode,
      cityName,
      planId,
      planName,
      orgId,
      orgName,
      status,
      requestAt,
      reason,
      attempts: 1,
      dedupeDays: 30,
      stage: flow === 'uv' || flow === 'city' ? 'login' : 'submit',
      priceFen: 4500,
      costFen: status === 'accepted' ? 1800 : 0,
      ...(isAnswered
        ? { respondedAt, externalId: `P${random.digits(6)}` }
        : { respondedAt: null, externalId: null }),
      latestAttempts: [
        {
          id: String(at + 1),
          number: 1,
          at: requestAt,
          error: null,
          stage: flow === 'uv' || flow === 'city' ? 'login' : 'submit',
          outcome: status === 'pending' ? null : status,
          httpStatus: isAnswered ? 200 : null,
          tookMs: isAnswered ? Date.parse(respondedAt) - Date.parse(requestAt) : null,
          request: { phone: maskPhone(phone ?? ''), name: maskName(name ?? ''), cityCode },
          reply: isAnswered ? { code: reason ? '1001' : '0', message: reason ?? 'accepted' } : null,
        },
      ],
    }
    return row
  },
  masks: { phone: maskPhone, name: maskName },
  now: ({ userId, latestAttempts }) => {
    const { phone = null, name = null } = rowsOf<UserDetail>('user').find(({ id }) => id === userId) ?? {}
    const blank = latestAttempts.map((each) => ({ ...each, error: null, request: null, reply: null }))
    return { phone, name, ...(phone === null && { latestAttempts: blank }) }
  },
  // No push plan of the demo sends.
  filters: { pushPlanId: () => false },
  // The demo has no unclear push.
  without: ['settle'],
  choices: {
    orgs: () => orgs,
    plans: () => plans.map(({ id, name, orgName }) => ({ id, name, hint: orgName })),
    channels: () => channels,
  },
})
