import { sql } from 'kysely'
import { noteUnaccepted } from '#crm'
import { type Batcher, createBatcher } from '#platform/batcher'
import type { Db } from '#platform/db/client'
import { endedAttempt } from '../attempts.ts'
import type { CallEnd } from '../call.ts'
import type { Engine } from '../engine.ts'
import type { Push } from '../push.ts'
import type { Step } from '../steps.ts'
import type { Agreement } from './offers.ts'

/** As much of an agreement as a consent can name. */
const longest = { name: 80, version: 20 }
const mostAgreements = 20

/** Answers of organizations come one by one, and nobody waits for a search to the millisecond. */
const batching = { waitMs: 10, most: 100, atOnce: 1 }

/** What an organization said about a person; null: it was not asked. */
export interface CheckEnd {
  push: Push
  answer: { attemptId: string; called: CallEnd } | null
}

/** A step whose organizations were all asked, and how long that took, in milliseconds. */
export interface Asked {
  held: Step
  ms: number
}

type Context = Pick<Engine, 'db' | 'settings'>

/**
 * Stores what organizations said, those of a moment together: each an offer, or why there is none. A check that was not understood is
 * not an offer. What is stored already stays as it is.
 */
export const createCheckEnds = (context: Context): Batcher<CheckEnd, null> =>
  createBatcher({
    run: async (ends) => {
      await storeEnds(context, ends)
      return ends.map(() => null)
    },
    ...batching,
  })

/** Ends steps whose organizations were all asked, those of a moment together; one that is somebody else's now is left to them. */
export const createCheckSteps = ({ db, settings }: Context): Batcher<Asked, null> =>
  createBatcher({
    run: async (all) => {
      const wanted = all.map(({ held, ms }) => ({
        user: held.userId,
        claims: held.claims,
        checks: held.state.checks ?? [],
        ms: Math.round(ms),
      }))
      await db.transaction().execute(async (write) => {
        const { rows } = await sql<{ userId: string; offers: number }>`
          select user_id as "userId", offers from end_checks(${JSON.stringify(wanted)}::jsonb)`.execute(
          write.withoutPlugins(),
        )
        const without = rows.filter(({ offers }) => offers === 0)
        await noteUnaccepted(
          write,
          settings,
          without.map(({ userId }) => userId),
        )
      })
      return all.map(() => null)
    },
    ...batching,
  })

async function storeEnds({ db, settings }: Context, ends: readonly CheckEnd[]): Promise<void> {
  const own = await agreementsOfOrgs(
    db,
    ends.filter(isTaking).map(({ push }) => push.orgId),
  )
  const wanted = ends.map((end) => columnsOf(end, own.get(end.push.orgId) ?? []))
  await sql`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w ("user" bigint, push bigint, attempt jsonb,
        agreements jsonb, price integer, "externalId" text, status text, reason text)
    ), attempts as (
      update push_attempt a set outcome = e.outcome, error = e.error, http_status = e."httpStatus", reply = nullif(e.reply, 'null'),
        took_ms = e.ms
      from wanted w cross join lateral jsonb_to_record(w.attempt)
        as e (id bigint, outcome text, error text, "httpStatus" smallint, reply jsonb, ms integer)
      where a.id = e.id and (a.user_id = w."user" or a.user_id is null) and (a.outcome is null or a.error = 'interrupted')
    ), open as materialized (
      select p.id from push_record p join wanted w on w.push = p.id and w."user" = p.user_id
      where p.stage = 'check' and p.status = 'pending'
      order by p.id for no key update of p
    ), stored as (
      update push_record p set stage = case when w.status is null then 'consent' else p.stage end,
        status = coalesce(w.status, p.status), reason = w.reason, price_fen = coalesce(w.price, p.price_fen),
        external_id = coalesce(w."externalId", p.external_id), updated_at = now(),
        responded_at = case when w.status is null then p.responded_at else greatest(now(), p.request_at) end
      from open o join wanted w on w.push = o.id where p.id = o.id and p.user_id = w."user" returning p.id
    )
    insert into offer (id, user_id, agreements, expires_at)
    select w.push, w."user", w.agreements, now() + make_interval(mins => ${settings.get('push.offerMinutes')})
    from stored s join wanted w on w.push = s.id where w.status is null order by w.push`.execute(
    db.withoutPlugins(),
  )
}

/** How an end is stored: with agreements, or with the status of a push that ended. */
function columnsOf({ push, answer }: CheckEnd, own: readonly Agreement[]) {
  const reading = answer?.called.reading ?? null
  const outcome = answer?.called.outcome ?? 'failed'
  const agreements = isTaking({ push, answer }) ? togetherWith(own, reading?.agreements) : []
  const attempt = answer && endedAttempt(answer.attemptId, answer.called)
  const stored = { user: push.userId, push: push.id, attempt }
  if (agreements.length > 0)
    return {
      ...stored,
      agreements,
      price: reading?.priceFen ?? null,
      externalId: reading?.externalId ?? null,
    }
  const status = outcome === 'rejected' || outcome === 'duplicate' ? outcome : 'failed'
  return { ...stored, status, reason: reading?.reason ?? null }
}

/** Whether the organization would take the person, and its agreements were understood. */
const isTaking = ({ answer }: CheckEnd) =>
  answer?.called.outcome === 'accepted' && !answer.called.reading?.notes.includes('agreements')

/** The agreements that organizations ask for, whatever they reply. */
async function agreementsOfOrgs(db: Db, orgIds: readonly string[]): Promise<Map<string, Agreement[]>> {
  if (orgIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; agreements: Agreement[] }>`
    select id, agreements from org where id = any(${[...new Set(orgIds)]}::bigint[])`.execute(
    db.withoutPlugins(),
  )
  return new Map(rows.map(({ id, agreements }) => [id, agreements]))
}

/** What a person must consent to: the agreements of the reply, and those of the organization with other names. */
function togetherWith(own: readonly Agreement[], replied: readonly Agreement[] = []): Agreement[] {
  const given = replied.map(({ name, version, url }) => ({
    name: name.slice(0, longest.name).trim(),
    // A reply may name no version.
    version: version.slice(0, longest.version).trim() || '-',
    url,
  }))
  const others = own.filter(({ name }) => !given.some((each) => each.name === name))
  const all = [...given, ...others.map(({ name, version, url }) => ({ name, version, url }))]
  // A person must see every agreement or none.
  return all.length > mostAgreements ? [] : all
}
