import { maskIdNumber, maskName, maskPhone } from '@kabao/contract/kernel/personal'
import { costUnder } from '#ledger'
import { timeIdOf } from '#platform/db/partitions'
import type { Cell } from './copy.ts'
import type { DemoPlan, Partners } from './partners.ts'
import { type Crowd, isWithin, type Person, person } from './people.ts'
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
interface Sent extends Course {
  id: string
  made: Person
  user: number
  channelId: string
  plan: DemoPlan
  push: Person['pushes'][number]
  /** The lower bits of the ids of the push and of its attempts. */
  low: number
  /** The run of the match that chose the plan; null: it is too old to be there. */
  runId: string | null
}

/**
 * Every push of the generated people; each push of a person goes to another organization of the flow.
 * @param days people who registered longer ago may be left out
 */
function* sentBy(crowd: Crowd, start: number, partners: Partners, days = 400): Generator<Sent> {
  for (let at = 0; at < crowd.size; at++) {
    if (!isWithin(start + at, crowd, days)) continue
    const made = person(start + at, crowd)
    if (made.pushes.length === 0) continue
    const random = randomFor(crowd.seed + 3, start + at)
    // Runs of the match say that a paused organization was paused, so the pushes that follow from them go to the others.
    const hasRuns = made.createdAt >= crowd.until - keptRunDays * day
    const orgs = (hasRuns ? partners.openPlans : partners.plans)[made.flow]
    const first = random.below(orgs.length)
    const channelId = partners.channels[made.channel % partners.channels.length] as string
    for (const [nth, push] of made.pushes.entries()) {
      const plan = random.pick(orgs[(first + nth) % orgs.length] as DemoPlan[])
      const low = ((start + at) * mostPushes + nth) % lowIds
      const id = timeIdOf(push.requestAt, low)
      yield {
        id,
        made,
        user: start + at + 1,
        channelId,
        plan,
        push,
        low,
        runId: hasRuns ? timeIdOf(push.requestAt - matchMs, low) : null,
        ...course(made.flow, push.status, random),
      }
    }
  }
}

/** The rows of the pushes. */
export function* pushRows(crowd: Crowd, start: number, partners: Partners): Generator<Cell[]> {
  for (const sent of sentBy(crowd, start, partners)) {
    const { id, made, user, channelId, plan, push, runId, status, stage, attempts, reason, answer } = sent
    const terms = partners.terms.get(channelId)
    const isOwed = status === 'accepted' && terms
    yield [
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
}

export const runColumns = ['id', 'user_id', 'plan_id', 'flow', 'why_not']

/** The runs of the match that chose the plans of the pushes. Each names the plans of paused organizations. */
export function* runRows(crowd: Crowd, start: number, partners: Partners): Generator<Cell[]> {
  for (const { runId, user, made, plan } of sentBy(crowd, start, partners, keptRunDays + 1))
    if (runId !== null) yield [runId, user, plan.id, made.flow, JSON.stringify(partners.whyNot[made.flow])]
}

/** The rows of the calls to the organizations: those of a push follow each other until its answer. */
export function* attemptRows(crowd: Crowd, start: number, partners: Partners): Generator<Cell[]> {
  for (const { id, made, push, low, status, stage, attempts, reason, answer } of sentBy(
    crowd,
    start,
    partners,
  )) {
    const isReplied = answer !== null
    const took = push.respondedAt === null ? 0 : Math.floor((push.respondedAt - push.requestAt) / attempts)
    for (let nth = 0; nth < attempts; nth++) {
      yield [
        timeIdOf(push.requestAt + nth * took, low),
        id,
        nth + 1,
        status === 'pending' ? null : took || unansweredMs,
        isReplied ? 200 : reason === failures[1] ? 502 : null,
        stage === 'consent' ? 'check' : stage,
        status === 'pending' ? null : status,
        isReplied ? null : reason,
        JSON.stringify(requestOf(made)),
        answer && JSON.stringify(answer),
      ]
    }
  }
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
