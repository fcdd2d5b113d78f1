import { sql } from 'kysely'
import { capsOf, claimCaps, claimedOf } from '../caps/claim.ts'
import { holdPrice, newIds, Undecided } from '../decide.ts'
import type { RowContext } from '../fitting.ts'
import type { Looked } from '../look.ts'
import { noteRun, type WhyNot } from '../match-run.ts'
import type { Person } from '../person.ts'
import type { Ranking } from '../plans/rank.ts'
import type { RunningPlan } from '../plans/running.ts'
import { noteStep } from '../step-log.ts'
import { raiseUserStatus } from '../user-status.ts'
import { isKnownVisitor } from './end-visit.ts'
import { newTicket } from './ticket.ts'

interface VisitDecision {
  person: Person
  plan: RunningPlan
  channelId: string
  visitor: Buffer
  /** When the match began, in milliseconds since 1970. */
  at: number
  /** The business day on which the visitor counts. */
  day: string
  expiresAt: string
  /** Whether the visitor brings a ticket. */
  hasTicket: boolean
  whyNot: ReadonlyMap<RunningPlan, WhyNot>
  /** The plan, and those that it goes before. */
  ranking: Ranking | undefined
  looked: Looked | undefined
  /** How long the match took, in milliseconds. */
  ms: number
}

/**
 * Decides for a plan, in one transaction before anybody is called: claims its caps, holds the price, and stores the push and the
 * visit. A visitor whom the organization has paid for today claims and holds nothing.
 * @returns the push with its ticket, or why the plan does not fit
 */
export async function decideVisit(
  { db, clock }: Pick<RowContext, 'db' | 'clock'>,
  {
    person,
    plan,
    channelId,
    visitor,
    at,
    day,
    expiresAt,
    hasTicket,
    whyNot,
    ranking,
    looked,
    ms,
  }: VisitDecision,
): Promise<WhyNot | { pushId: string; ticket: string | null }> {
  const { id: userId } = person
  try {
    return await db.transaction().execute(async (write) => {
      if (!(await raiseUserStatus(write, userId, 'matched', true))) throw new Undecided({ next: null })
      const { stepId, runId, pushId } = await newIds(write)
      const isKnown = await isKnownVisitor(write, { orgId: plan.orgId, userId, visitor, day })
      const priceFen = isKnown ? 0 : plan.priceFen
      // A visit costs the price of the plan, whatever a reply says.
      const priced = { ...plan, priceFen, priceMinFen: null, priceMaxFen: null }
      const wanted = isKnown ? [] : capsOf(priced, channelId, at, clock())
      const misfit = await claimCaps(write, plan, wanted)
      if (misfit) throw new Undecided(misfit)
      const caps = claimedOf(wanted)
      const made = hasTicket ? newTicket(pushId) : null
      await sql`
        insert into push_record (id, user_id, channel_id, plan_id, org_id, match_run_id, price_fen, dedupe_days, flow, city_code, stage)
        values (${pushId}, ${userId}, ${channelId}, ${plan.id}, ${plan.orgId}, ${runId}, ${priceFen}, ${plan.dedupeDays},
          ${person.flow}, ${person.cityCode}, 'login')`.execute(write)
      await sql`
        insert into login_ticket (id, user_id, org_id, channel_id, hash, visitor, day, took_ms, caps, expires_at)
        values (${pushId}, ${userId}, ${plan.orgId}, ${channelId}, ${made?.hash ?? null}, ${visitor}, ${day}, ${Math.round(ms)},
          ${JSON.stringify(caps)}::jsonb, ${expiresAt})`.execute(write)
      await noteRun(write, { id: runId, userId, person, planId: plan.id, whyNot, ranking, looked })
      await noteStep(write, { id: stepId, userId, kind: 'match', ms, result: 'matched', planId: plan.id })
      await holdPrice(write, priced, pushId)
      return { pushId, ticket: made?.ticket ?? null }
    })
  } catch (error) {
    if (!(error instanceof Undecided)) throw error
    // The user was deleted at this moment.
    return 'rule' in error.outcome ? error.outcome : { rule: 'status', wanted: 'running', seen: 'deleted' }
  }
}
