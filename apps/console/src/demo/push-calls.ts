import { codes } from '@kabao/contract/envelope'
import { readPhoneFilter } from '@kabao/contract/personal'
import { type PushDetail, type PushPage, push } from '@kabao/contract/push'
import { type TimelineEvent, userTimeline } from '@kabao/contract/timeline'
import { regionPrefix } from '@kabao/region'
import { tellings } from './feedback-calls.ts'
import { randomFrom } from './random.ts'
import { answer, pageOf, Refused, say, sorted } from './serve.ts'
import { channels, type Person, people } from './user-calls.ts'

const names = ['华南信用卡中心', '华东消费金融', '华北信用卡中心', '西南消费金融', '江浙权益平台']
const orgs = names.map((name, at) => ({ id: String(at + 1), code: `org00${at + 1}`, name }))
const plans = orgs.flatMap((org, at) =>
  ['标准计划', '优选计划'].map((name, nth) => ({ id: String(at * 2 + nth + 1), name, orgName: org.name })),
)
const reasons = ['综合评分不足', '年龄不符合要求', '所在城市未开通']

/** What became of the people who were pushed: one push each, the same at every visit. */
const records: PushDetail[] = people.filter(wasPushed).map(recordOf)

export const pushHandlers = [
  answer(push.page, ({ body }) =>
    pageOf(
      sorted(
        records.filter((row) => fits(row, body)),
        body.sort,
      ),
      body,
    ),
  ),
  answer(push.orgs, ({ query }) => orgs.filter((org) => matches(org, query))),
  answer(push.plans, ({ query }) => plans.filter((plan) => matches(plan, query, plan.orgName))),
  answer(push.channels, ({ query }) => channels.filter((channel) => matches(channel, query))),
  // After the paths that it would match too.
  answer(push.get, ({ params, language }) => {
    const found = records.find(({ id }) => id === params.id)
    if (!found) throw new Refused(codes.notFound, say('notFound', language))
    return found
  }),
  answer(userTimeline.timeline, ({ params, language }) => {
    const person = people.find(({ row }) => row.id === params.id)
    if (!person) throw new Refused(codes.notFound, say('notFound', language))
    return { events: storyOf(person), next: null }
  }),
]

function wasPushed({ row }: Person): boolean {
  return row.status === 'pushed' || row.status === 'accepted' || row.status === 'rejected'
}

function recordOf({ row, whole }: Person, at: number): PushDetail {
  const random = randomFrom(9000 + at)
  const plan = random.pick(plans)
  const org = orgs.find(({ name }) => name === plan.orgName)
  const isAnswered = row.status !== 'pushed'
  const requestAt = row.lastActiveAt ?? row.createdAt
  const respondedAt = isAnswered
    ? new Date(Date.parse(requestAt) + 300 + random.below(2000)).toISOString()
    : null
  const reason = row.status === 'rejected' ? random.pick(reasons) : null
  const isJoint = row.flow === 'uv' || row.flow === 'city'
  return {
    id: String(at + 1),
    userId: row.id,
    phone: row.phone,
    name: row.name,
    orgId: org?.id ?? null,
    orgName: plan.orgName,
    planId: plan.id,
    planName: plan.name,
    channelId: row.channelId,
    channelName: row.channelName,
    flow: row.flow,
    cityCode: row.cityCode,
    cityName: row.cityName,
    stage: isJoint ? 'login' : 'submit',
    status: row.status === 'accepted' ? 'accepted' : reason ? 'rejected' : 'pending',
    priceFen: 4500,
    costFen: row.status === 'accepted' ? 1800 : 0,
    attempts: 1,
    requestAt,
    respondedAt,
    reason,
    externalId: isAnswered ? `P${whole.phone.slice(-6)}` : null,
    dedupeDays: 30,
    request: { phone: row.phone, name: row.name, cityCode: row.cityCode },
    answer: isAnswered ? { code: reason ? '1001' : '0', message: reason ?? 'accepted' } : null,
    createdAt: requestAt,
    updatedAt: respondedAt ?? requestAt,
  }
}

function fits(row: PushDetail, asked: PushPage): boolean {
  const phone = asked.phone ? readPhoneFilter(asked.phone) : null
  const whole = people.find((person) => person.row.id === row.userId)?.whole.phone ?? ''
  return (
    (!phone?.whole || whole === phone.whole) &&
    (!phone?.first3 || whole.startsWith(phone.first3)) &&
    (!phone?.last4 || whole.endsWith(phone.last4)) &&
    (!asked.cityCode || (row.cityCode ?? '').startsWith(regionPrefix(asked.cityCode))) &&
    (!asked.requestFrom || row.requestAt >= asked.requestFrom) &&
    (!asked.requestTo || row.requestAt < asked.requestTo) &&
    (['userId', 'orgId', 'planId', 'channelId', 'flow', 'status', 'stage'] as const).every(
      (name) => asked[name] === undefined || row[name] === asked[name],
    )
  )
}

const matches = (
  { id, name }: { id: string; name: string },
  query: { id?: string | undefined; keyword?: string | undefined },
  also = '',
) => (query.id ? id === query.id : (name + also).includes(query.keyword ?? ''))

/** What happened to one person, newest first. */
function storyOf({ row }: Person): TimelineEvent[] {
  const events: TimelineEvent[] = [
    { key: '1', at: row.createdAt, kind: 'registered', channelName: row.channelName },
  ]
  for (const { id, orgName, planName, stage, status, reason, requestAt, respondedAt } of records.filter(
    ({ userId }) => userId === row.id,
  )) {
    events.push({ key: `3 ${id}`, at: requestAt, kind: 'pushed', pushId: id, orgName, planName, stage })
    if (respondedAt)
      events.push({ key: `4 ${id}`, at: respondedAt, kind: 'answered', pushId: id, orgName, status, reason })
  }
  for (const { id, createdAt, kind } of tellings().filter(({ userId }) => userId === row.id))
    events.push({ key: `5 ${id}`, at: createdAt, kind: 'feedback', feedbackId: id, feedbackKind: kind })
  return events.sort((one, other) => other.at.localeCompare(one.at) || other.key.localeCompare(one.key))
}
