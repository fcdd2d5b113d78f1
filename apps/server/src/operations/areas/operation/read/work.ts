import {
  type BreakerFacts,
  type ErrorFacts,
  mostCounted,
  type PipelineFacts,
  type ReconcileFacts,
  type StatisticsFacts,
} from '@kabao/contract/operations/operation-work'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** Counts the rows of a query, up to one more than `mostCounted`. */
const counted = (rows: RawBuilder<unknown>) =>
  sql`(select count(*)::int from (${rows} limit ${sql.lit(mostCounted + 1)}) c)`

/** How many rows are due, and since when the oldest is. */
const backlog = (table: string) => sql`jsonb_build_object(
  'due', ${counted(sql`select 1 from ${sql.table(table)} where due_at <= now()`)},
  'oldestSeconds', (select floor(extract(epoch from now() - min(due_at))) from ${sql.table(table)} where due_at <= now()))`

/** What the pipeline and the payments have to do now. */
export async function readPipeline(db: Db): Promise<PipelineFacts> {
  const { rows } = await sql<PipelineFacts>`
    select ${backlog('due_step')} as steps, ${backlog('payment_due')} as payments,
      ${counted(sql`select 1 from due_step where waits_for is not null`)} as waiting,
      ${counted(sql`select 1 from push_trouble where closed_at is null`)} as troubles`.execute(
    db.withoutPlugins(),
  )
  return rows[0] as PipelineFacts
}

/** How far the figures of the reports go. */
export async function readStatistics(db: Db): Promise<StatisticsFacts> {
  const { rows } = await sql<StatisticsFacts>`
    select up_to::timestamptz(3) as "upTo", greatest(0, floor(extract(epoch from clock_timestamp() - up_to)))::float8 as "lagSeconds",
      ${counted(sql`select 1 from account_delta`)} as "ledgerWaiting" from statistics_state`.execute(
    db.withoutPlugins(),
  )
  return rows[0] as StatisticsFacts
}

/** How many open breakers are named. */
const mostBreakers = 50

/** The partners to which nobody is sent, because they do not answer. */
export async function readBreakers(db: Db): Promise<BreakerFacts> {
  const { rows } = await sql<BreakerFacts[number]>`
    select * from (
      select o.id::text as id, o.name, case when o.flow in ('uv', 'city') then 'OrgUvList' else 'OrgList' end as page,
        case when b.probe_at > now() then 'open' else 'halfOpen' end as status, b.opened_at as "openedAt",
        b.probe_at::timestamptz(3) as "probeAt"
      from org_breaker b join org o on o.id = b.org_id
      union all
      select c.id::text, c.name, 'PayConfigList', case when b.open_until > now() then 'open' else 'halfOpen' end, null, b.open_until
      from collection_breaker b join collection c on c.id = b.collection_id where b.open_until is not null
    ) b order by "openedAt" nulls last, "probeAt" limit ${sql.lit(mostBreakers)}`.execute(db.withoutPlugins())
  return rows
}

/** The errors of this hour and of the one before, as they are counted by the hour. */
export async function readErrors(db: Db): Promise<ErrorFacts> {
  const { rows } = await sql<ErrorFacts>`
    select ${since}::timestamptz(3) as since, count(distinct e.id)::int as errors, coalesce(sum(h.count), 0)::float8 as occurrences,
      coalesce(sum(h.count) filter (where e.source = 'server'), 0)::float8 as "ofServer"
    from error_hour h join error_event e on e.id = h.event_id
    where h.hour >= ${since} and e.status <> 'ignored'`.execute(db.withoutPlugins())
  return rows[0] as ErrorFacts
}

const since = sql`date_trunc('hour', now() - interval '1 hour')`

/** The differences with others that nobody has looked into. */
export async function readReconcile(db: Db): Promise<ReconcileFacts> {
  const { rows } = await sql<ReconcileFacts>`
    select ${counted(sql`select 1 from difference where status = 'open'`)} as open,
      (select min(created_at) from difference where status = 'open') as "oldestAt"`.execute(
    db.withoutPlugins(),
  )
  return rows[0] as ReconcileFacts
}
