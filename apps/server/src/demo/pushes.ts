import { maskIdNumber, maskName, maskPhone } from '@kabao/contract/kernel/personal'
import { costUnder } from '#ledger'
import { timeIdOf } from '#platform/db/partitions'
import type { Cell } from './copy.ts'
import type { DemoPlan, Partners } from './partners.ts'
import type { Crowd, Person } from './people.ts'
import { randomFor } from './random.ts'

export const pushColumns = [
  'id',
  'user_id',
  'channel_id',
  'org_id',
  'plan_id',
  'match_run_id',
  'flow',
  'city_code',
  'stage',
  'status',
  'price_fen',
  'cost_fen',
  'dedupe_days',
  'attempts',
  'responded_at',
  'reason',
  'external_id',
  'updated_at',
]

export const attemptColumns = [
  'id',
  'user_id',
  'push_id',
  'number',
  'took_ms',
  'http_status',
  'stage',
  'outcome',
  'error',
  'request',
  'reply',
]

const rejections = ['年龄不符合要求', '所在城市未开通', '综合评分不足', '近期已有申请', '收入不符合要求']
const failures = ['对方接口超时', '对方返回 502', '签名校验失败']
/** A person is pushed at most this many times, so that the pushes of one instant have ids of their own. */
const mostPushes = 4
const day = 86_400_000
/** The demo has the runs of the match of people who registered in so many days. */
export const keptRunDays = 89
/** How long a match takes, in milliseconds. */
const matchMs = 12
/** How many values the lower bits of an id have. */
const lowIds = 2 ** 22

/** A push of a generated person, with what is drawn for it. */
export interface Sent extends Course {
  id: string
  made: Person
  user: number
  channelId: string
  plan: DemoPlan
  push: Person['pushes'][number]
  /** The lower bits of the ids of the push and of its attempts. */
  low: number
  /** The run of the match that chose the plan, and when it was; null: it is too old to be there. */
  runId: string | null
  runAt: number | null
}

/**
 * The pushes of a generated person; each goes to another organization of the flow.
 * @param row the number of the person
 */
export function sentOf(
  made: Person,
  row: number,
  { crowd, channelId, partners }: { crowd: Crowd; channelId: string; partners: Partners },
): Sent[] {
  if (made.pushes.length === 0) return []
  const random = randomFor(crowd.seed + 3, row)
  // Runs of the match say that a paused organization was paused, so the pushes that follow from them go to the others.
  const hasRuns = made.createdAt >= crowd.until - keptRunDays * day
  const orgs = (hasRuns ? partners.openPlans : partners.plans)[made.flow]
  const first = random.below(orgs.length)
  return made.pushes.map((push, nth) => {
    const plan = random.pick(orgs[(first + nth) % orgs.length] as DemoPlan[])
    const low = (row * mostPushes + nth) % lowIds
    const runAt = hasRuns ? push.requestAt - matchMs : null
    return {
      id: timeIdOf(push.requestAt, low),
      made,
      user: row + 1,
      channelId,
      plan,
      push,
      low,
      runId: runAt === null ? null : timeIdOf(runAt, low),
      runAt,
      ...course(made.flow, push.status, random),
    }
  })
}

/** The row of a push. */
export function pushRow(sent: Sent, partners: Partners): Cell[] {
  const { id, made, user, channelId, plan, push, runId, status, stage, attempts, reason, answer } = sent
  const terms = partners.terms.get(channelId)
  const isOwed = status === 'accepted' && terms
  return [
    id,
    user,
    channelId,
    plan.orgId,
    plan.id,
    runId,
    made.flow,
    made.cityCode,
    stage,
    status,
    plan.priceFen,
    isOwed ? (costUnder(terms, { kind: 'push', id, priceFen: plan.priceFen })?.costFen ?? 0) : 0,
    plan.dedupeDays,
    attempts,
    push.respondedAt && new Date(push.respondedAt).toISOString(),
    reason,
    answer?.id ?? null,
    new Date(push.respondedAt ?? push.requestAt).toISOString(),
  ]
}

export const runColumns = ['id', 'user_id', 'plan_id', 'flow', 'why_not']

/** The run of the match that chose the plan of a push; it names the plans of paused organizations. Null: it is too old to be there. */
export const runRow = ({ runId, user, made, plan }: Sent, partners: Partners): Cell[] | null =>
  runId === null ? null : [runId, user, plan.id, made.flow, JSON.stringify(partners.whyNot[made.flow])]

/** The rows of the calls to the organization: those of a push follow each other until its answer. */
export function attemptRows({
  id,
  made,
  user,
  push,
  low,
  status,
  stage,
  attempts,
  reason,
  answer,
}: Sent): Cell[][] {
  const isReplied = answer !== null
  const took = push.respondedAt === null ? 0 : Math.floor((push.respondedAt - push.requestAt) / attempts)
  const request = JSON.stringify(requestOf(made))
  const reply = answer && JSON.stringify(answer)
  return Array.from({ length: attempts }, (_, nth) => [
    timeIdOf(push.requestAt + nth * took, low),
    user,
    id,
    nth + 1,
    status === 'pending' ? null : took || unansweredMs,
    isReplied ? 200 : reason === failures[1] ? 502 : null,
    stage === 'consent' ? 'check' : stage,
    status === 'pending' ? null : status,
    isReplied ? null : reason,
    request,
    reply,
  ])
}

/** How long an attempt waited that had no answer: the usual time limit of a call. */
const unansweredMs = 10_000

interface Course {
  stage: string
  status: Person['pushes'][number]['status'] | 'unknown'
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
      return {
        stage: last,
        status,
        attempts: 1,
        reason: null,
        answer: { code: '0', message: 'accepted', id },
      }
    case 'rejected': {
      const reason = random.pick(rejections)
      return { stage: last, status, attempts: 1, reason, answer: { code: '1001', message: reason, id } }
    }
    case 'duplicate':
      return {
        stage: flow === 'half' ? 'check' : last,
        status,
        attempts: 1,
        reason: '对方已有该用户',
        answer: { code: '1002', message: 'duplicate' },
      }
    case 'failed':
      return { stage: last, status, attempts: 3, reason: random.pick(failures), answer: null }
    default:
      if (flow === 'full' && random.chance(0.1))
        return { stage: last, status: 'unknown', attempts: 1, reason: failures[0] as string, answer: null }
      return { stage: flow === 'half' ? 'consent' : last, status, attempts: 1, reason: null, answer: null }
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
