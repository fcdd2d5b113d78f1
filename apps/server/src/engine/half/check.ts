import { sql } from 'kysely'
import { noteUnaccepted } from '#crm'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { claimProbe, closedBy } from '#supply'
import { beginAttempt, closeInterrupted, endAttempt } from '../attempts.ts'
import { type CallEnd, callOrg, prepare } from '../call.ts'
import type { Engine } from '../engine.ts'
import { lookAtPlans } from '../look.ts'
import { noteRun, type WhyNot } from '../match-run.ts'
import type { Person } from '../person.ts'
import { ranked, rankingOf } from '../plans/rank.ts'
import type { RunningPlan } from '../plans/running.ts'
import { type Push, pushColumns } from '../push.ts'
import { noteStep } from '../step-log.ts'
import { advanceStep, endStep, type Step } from '../steps.ts'
import { raiseUserStatus } from '../user-status.ts'
import { type Agreement, readOffers } from './offers.ts'

/** As much of an agreement as a consent can name. */
const longest = { name: 80, version: 20 }
const mostAgreements = 20

/**
 * Asks the organizations of the best plans at once whether they would take a person, by a keyed hash of the phone. Each that would is
 * an offer, to which the person may consent. A check claims no caps and holds no price: nobody is sent yet.
 */
export async function check(engine: Engine, step: Step): Promise<Step | null> {
  const { db, reads } = engine
  const person = await reads.person(step.userId)
  if (person) return step.state.checks ? call(engine, step, person) : choose(engine, step, person)
  await endStep(db, step)
  return null
}

/** Chooses whom to ask, and stores a push for each, whose stage is `check`. */
async function choose(engine: Engine, step: Step, person: Person): Promise<Step | null> {
  const { db, plans, settings } = engine
  const begun = performance.now()
  const at = databaseNow()
  const whyNot = new Map<RunningPlan, WhyNot>()
  const end = at + settings.get('push.searchSeconds') * 1_000
  const subject = await engine.reads.subject(person)
  const { fitting, halfOpen, looked } = await lookAtPlans(engine, subject, at, whyNot)
  // An organization whose pause ends within the search is asked then.
  const soon = [...whyNot].filter(([, { rule, seen }]) => rule === 'pause' && Date.parse(String(seen)) < end)
  const byOrg = new Map((await readOffers(db, person.id)).map(({ orgId, planId }) => [orgId, planId]))
  const most = settings.get('push.maxOffers')
  const chosen: RunningPlan[] = []
  const outranked: RunningPlan[] = []
  for (const plan of ranked([...fitting, ...soon.map(([plan]) => plan)], plans)) {
    const other = byOrg.get(plan.orgId)
    if (other !== undefined) whyNot.set(plan, { rule: 'sameOrg', wanted: null, seen: other })
    else if (chosen.length >= most) {
      if (!whyNot.has(plan)) outranked.push(plan)
    } else {
      const closed = halfOpen.get(plan.orgId)
      if (closed && !(await claimProbe(db, plan.orgId))) {
        whyNot.set(plan, closedBy(closed))
        continue
      }
      whyNot.delete(plan)
      chosen.push(plan)
      byOrg.set(plan.orgId, plan.id)
    }
  }
  const last = chosen.at(-1)
  const ranking = last && rankingOf(last, outranked, plans)
  return db
    .transaction()
    .execute(async (write) => {
      const { rows } = await sql<{ id: string }>`select time_id() as id`.execute(write)
      const runId = rows[0]?.id as string
      const checks = await addPushes(write, person, chosen, runId)
      const state = { ...step.state, checks }
      const next =
        chosen.length > 0
          ? await advanceStep(write, step, { kind: 'check', pushId: null, state, inMs: null }, engine.leaseMs)
          : await endStep(write, step)
      // Undoes the pushes too.
      if (!next) throw new NotOurs()
      await noteRun(write, { id: runId, userId: person.id, person, planId: null, whyNot, ranking, looked })
      if (next !== true) return next
      await noteStep(write, {
        userId: person.id,
        kind: 'check' as const,
        ms: performance.now() - begun,
        result: '0',
      })
      return null
    })
    .catch(orNull)
}

/** The step belongs to somebody else now; ends the transaction. */
class NotOurs extends Error {}
const orNull = (error: unknown) => {
  if (error instanceof NotOurs) return null
  throw error
}

/** @returns the ids, in the order of the plans */
async function addPushes(
  write: Db,
  { id, channelId, flow, cityCode }: Person,
  plans: readonly RunningPlan[],
  runId: string,
): Promise<string[]> {
  if (plans.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    insert into push_record (id, user_id, channel_id, plan_id, org_id, match_run_id, price_fen, price_min_fen, price_max_fen,
      dedupe_days, flow, city_code, stage)
    select time_id(), ${id}, ${channelId}, p.plan_id, p.org_id, ${runId}, p.price_fen, p.price_min_fen, p.price_max_fen,
      p.dedupe_days, ${flow}, ${cityCode}, 'check'
    from (select * from unnest(${plans.map((plan) => plan.id)}::bigint[], ${plans.map(({ orgId }) => orgId)}::bigint[],
      ${plans.map(({ priceFen }) => priceFen)}::integer[], ${plans.map(({ priceMinFen }) => priceMinFen)}::integer[],
      ${plans.map(({ priceMaxFen }) => priceMaxFen)}::integer[], ${plans.map(({ dedupeDays }) => dedupeDays)}::integer[])
      with ordinality p (plan_id, org_id, price_fen, price_min_fen, price_max_fen, dedupe_days, nth) order by nth) p
    returning id`.execute(write)
  return rows.map((row) => row.id)
}

/** Asks all that have not answered yet. After a kill a check is simply made again, within a time of its own. */
async function call(engine: Engine, step: Step, person: Person): Promise<null> {
  const { db, settings, leaseMs } = engine
  const begun = performance.now()
  const end = databaseNow() + settings.get('push.searchSeconds') * 1_000
  const held = await advanceStep(db, step, { ...step, inMs: null }, leaseMs)
  if (!held) return null
  const pushes = await readChecks(db, step.state.checks ?? [])
  await Promise.all(pushes.map((push) => askOne(engine, push, person, end)))
  await db.transaction().execute(async (write) => {
    // Lock order: user → step.
    const { rows } = await sql<{ offers: number }>`
      select count(*)::int as offers from push_record where id = any(${step.state.checks ?? []}::bigint[]) and stage <> 'check'`.execute(
      write,
    )
    const offers = rows[0]?.offers ?? 0
    if (offers > 0) await raiseUserStatus(write, person.id, 'matched')
    if (!(await endStep(write, held))) return
    if (offers === 0) await noteUnaccepted(write, settings, person.id)
    const ms = performance.now() - begun
    await noteStep(write, { userId: person.id, kind: 'check', ms, result: String(offers) })
  })
  return null
}

async function readChecks(db: Db, ids: readonly string[]): Promise<Push[]> {
  const { rows } = await sql<Push>`
    select ${pushColumns} from push_record where id = any(${ids}::bigint[]) and stage = 'check' and status = 'pending' order by id`.execute(
    db.withoutPlugins(),
  )
  return rows
}

async function askOne(engine: Engine, push: Push, person: Person, end: number): Promise<void> {
  const { db, reads } = engine
  await closeInterrupted(db, push.id)
  const connection = await reads.connection(push.orgId)
  const prepared = connection?.template.stages.check && prepare(engine, connection, 'check', person, push)
  if (!connection || !prepared || 'failure' in prepared) return endCheck(engine, push, null)
  const { pausedMs } = connection
  if (databaseNow() + pausedMs >= end) return endCheck(engine, push, null)
  if (pausedMs > 0) {
    await new Promise((done) => setTimeout(done, pausedMs))
    return askOne(engine, push, person, end)
  }
  const attemptId = await db
    .transaction()
    .execute((write) => beginAttempt(write, { pushId: push.id, stage: 'check', shown: prepared.shown }))
  await engine.at?.('begun', push.id)
  for (;;) {
    const deadlineMs = Math.max(1, end - databaseNow())
    const called = await callOrg(engine, connection, 'check', prepared, { push, deadlineMs })
    await engine.at?.('answered', push.id)
    const isLate = databaseNow() + (called.waitMs ?? called.pauseMs) >= end
    if (called.pauseMs > 0 && !isLate) {
      await endAttempt(db, attemptId, called)
      return askOne(engine, push, person, end)
    }
    if (called.waitMs === null || isLate) return endCheck(engine, push, { attemptId, called })
    // As many calls as the organization gets at once are under way.
    await new Promise((done) => setTimeout(done, called.waitMs ?? 0))
  }
}

/** Stores what an organization said: an offer, or why there is none. A check that was not understood is not an offer. */
async function endCheck(
  { db, settings }: Engine,
  push: Push,
  answer: { attemptId: string; called: CallEnd } | null,
): Promise<void> {
  const reading = answer?.called.reading ?? null
  const outcome = answer?.called.outcome ?? 'failed'
  const unread = reading?.notes.includes('agreements') ?? false
  await db.transaction().execute(async (write) => {
    if (answer) await endAttempt(write, answer.attemptId, answer.called)
    const agreements =
      outcome === 'accepted' && !unread ? await agreementsOf(write, push.orgId, reading?.agreements) : []
    if (agreements.length > 0) {
      const { numAffectedRows } = await sql`
        update push_record set stage = 'consent', updated_at = now(), price_fen = coalesce(${reading?.priceFen ?? null}, price_fen),
          external_id = coalesce(${reading?.externalId ?? null}, external_id)
        where id = ${push.id} and stage = 'check' and status = 'pending'`.execute(write)
      if (numAffectedRows === 1n)
        await sql`insert into offer (id, agreements, expires_at) values (${push.id}, ${JSON.stringify(agreements)}::jsonb,
          now() + make_interval(mins => ${settings.get('push.offerMinutes')}))`.execute(write)
      return
    }
    const status = outcome === 'rejected' || outcome === 'duplicate' ? outcome : 'failed'
    await sql`
      update push_record set status = ${status}, reason = ${reading?.reason ?? null}, updated_at = now(),
        responded_at = greatest(now(), request_at)
      where id = ${push.id} and stage = 'check' and status = 'pending'`.execute(write)
  })
}

/** What a person must consent to: the agreements of the reply, and those of the organization with other names. */
async function agreementsOf(db: Db, orgId: string, replied: readonly Agreement[] = []): Promise<Agreement[]> {
  const { rows } = await sql<{
    agreements: Agreement[]
  }>`select agreements from org where id = ${orgId}`.execute(db)
  const given = replied.map(({ name, version, url }) => ({
    name: name.slice(0, longest.name).trim(),
    // A reply may name no version.
    version: version.slice(0, longest.version).trim() || '-',
    url,
  }))
  const others = (rows[0]?.agreements ?? []).filter(({ name }) => !given.some((each) => each.name === name))
  const all = [...given, ...others.map(({ name, version, url }) => ({ name, version, url }))]
  // A person must see every agreement or none.
  return all.length > mostAgreements ? [] : all
}
