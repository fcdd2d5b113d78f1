import type { Delivery } from '@kabao/contract/supply/delivery'
import type { OrgCalls } from '@kabao/contract/supply/org'
import { sql } from 'kysely'
import { notFound } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import type { Handlers } from '#platform/http/serve'
import { closeBreaker } from '../../breaker.ts'
import { orgLimits } from '../../org-limits.ts'
import type { List } from './lists.ts'
import { hasOrg } from './template/store.ts'

/** How many failures and problems are shown. */
const mostShown = 10
/** Pushes that wait are counted up to this number. */
const mostCounted = 1_000
const hoursOf = { day: 24, week: 24 * 7 }

/** How the calls to an organization go, and the act that closes its breaker. */
export function deliveryRoutes(list: List): Handlers<Pick<OrgCalls, 'delivery' | 'closeBreaker'>> {
  return {
    delivery: async ({ db, params: { id }, query }) => {
      if (!(await hasOrg(db, list, id, false))) throw notFound()
      const plain = db.withoutPlugins()
      const since = sql`now() - ${hoursOf[query.span]} * interval '1 hour'`
      const [{ breaker, pausedUntil }, hours, waiting, failures, problems] = await Promise.all([
        readBreaker(plain, id),
        readHours(plain, id, since),
        readWaiting(plain, id),
        readFailures(plain, id, since),
        readProblems(plain, id, since),
      ])
      const limits = { atOnce: orgLimits.concurrent, perSecond: orgLimits.calls / orgLimits.seconds }
      return { breaker, pausedUntil, limits, hours, waiting, failures, problems }
    },

    closeBreaker: async ({ db, params: { id }, audit }) => {
      if (!(await hasOrg(db, list, id, false))) throw notFound()
      const { openedAt, pausedUntil } = await closeBreaker(db, id)
      const before = {
        ...(openedAt !== null && { breaker: openedAt }),
        ...(pausedUntil !== null && { pausedUntil }),
      }
      const ended = Object.keys(before)
      if (ended.length > 0)
        audit({
          target: { kind: 'org', id },
          before,
          after: Object.fromEntries(ended.map((name) => [name, null])),
        })
      return null
    },
  }
}

type Since = ReturnType<typeof sql>

async function readBreaker(db: Db, orgId: string): Promise<Pick<Delivery, 'breaker' | 'pausedUntil'>> {
  const { rows } = await sql<{ openedAt: string | null; probeAt: string; pausedUntil: string | null }>`
    select b.opened_at as "openedAt", b.probe_at as "probeAt", p.until as "pausedUntil"
    from org o left join org_breaker b on b.org_id = o.id left join org_pause p on p.org_id = o.id and p.until > now()
    where o.id = ${orgId}`.execute(db)
  const { openedAt = null, probeAt = '', pausedUntil = null } = rows[0] ?? {}
  return { breaker: openedAt === null ? null : { openedAt, probeAt }, pausedUntil }
}

/** The hours that are added up, and the slots that are not yet. */
async function readHours(db: Db, orgId: string, since: Since): Promise<Delivery['hours']> {
  const { rows } = await sql<Delivery['hours'][number]>`
    select hour as at, sum(calls)::int as calls, sum(failures)::int as failures,
      round(sum(ms) / sum(calls))::int as "meanMs", max(slowest_ms) as "slowestMs"
    from (
      select hour, calls, failures, ms, slowest_ms from org_call_hour where org_id = ${orgId}
      union all
      select date_trunc('hour', slot, 'UTC'), all_calls, all_failures, ms, slowest_ms from org_call
      where org_id = ${orgId} and all_calls > 0
    ) h where hour > ${since} - interval '1 hour' group by hour order by hour`.execute(db)
  return rows
}

async function readWaiting(db: Db, orgId: string): Promise<Delivery['waiting']> {
  const waitingIn = (status: string) => sql`(select count(*)::int from (
    select from push_record where status = ${sql.lit(status)} and org_id = ${orgId} limit ${mostCounted}) w)`
  const { rows } = await sql<Delivery['waiting']>`
    select ${waitingIn('pending')} as pending, ${waitingIn('unknown')} as unknown,
      (select count(*)::int from (select from push_trouble t join plan p on p.id = t.plan_id
        where p.org_id = ${orgId} and t.kind = 'dead' limit ${mostCounted}) w) as dead,
      (select count(*)::int from (select from plan p join due_step d on d.wakes in (true, false) and d.waits_for = p.id
        where p.org_id = ${orgId} limit ${mostCounted}) w) as people`.execute(db)
  return rows[0] as Delivery['waiting']
}

async function readFailures(db: Db, orgId: string, since: Since): Promise<Delivery['failures']> {
  const { rows } = await sql<Delivery['failures'][number]>`
    select t.id as "pushId", t.request_at as at, t.stage, t.status, a.error, a.http_status as "httpStatus"
    from push_record t left join lateral (
      select error, http_status from push_attempt where push_id = t.id order by id desc limit 1) a on true
    where t.org_id = ${orgId} and t.status in ('failed', 'unknown') and t.id >= time_id_at(${since})
    order by t.id desc limit ${mostShown}`.execute(db)
  return rows
}

async function readProblems(db: Db, orgId: string, since: Since): Promise<Delivery['problems']> {
  const { rows } = await sql<Delivery['problems'][number]>`
    select id, name, message as detail, stage, count, last_at as "lastAt" from error_event
    where org_id = ${orgId} and last_at > ${since} and status = 'open' order by last_at desc limit ${mostShown}`.execute(
    db,
  )
  return rows
}
