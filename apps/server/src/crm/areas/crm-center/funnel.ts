import type { AnswerOf } from '@kabao/contract'
import type { crmCenter } from '@kabao/contract/crm/crm-center'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { RecordsQuery } from '../../figure-records.ts'
import type { Span } from './period.ts'

type Funnels = Omit<AnswerOf<(typeof crmCenter)['desk']>['funnel'], 'from'>

/** By lead, what a salesman did with it in a span: whether and when he got it, and how far it got with him. */
const eachLead = (salesmanId: string, { from, to }: Span) => sql`
  select e.lead_id, bool_or(${isGot}) as got, min(e.at) filter (where ${isGot}) as got_at,
    (array_agg(e.kind order by e.at, e.id) filter (where ${isGot}))[1] as got_by,
    bool_or(e.kind = 'followUp') as contacted,
    max(case e.to_stage when 'interested' then 1 when 'applied' then 2 when 'converted' then 3 else 0 end)
      filter (where e.kind in ('followUp', 'stage', 'converted')) as reached,
    bool_or(e.kind = 'invalidated') as invalid
  from lead_event e where e.to_id = ${salesmanId} and e.at >= ${from}::timestamptz and e.at < ${to}::timestamptz
  group by e.lead_id`

/** The condition on a line `e` of the history that its lead came to a salesman. */
export const isGot = sql`(e.kind in ('claimed', 'assigned', 'transferred', 'passedOn') and e.from_id is distinct from e.to_id)`

/** What a lead must have reached to count in a step. */
const steps = {
  got: sql`true`,
  contacted: sql`(contacted or reached > 0)`,
  interested: sql`reached >= 1`,
  applied: sql`reached >= 2`,
  converted: sql`reached >= 3`,
  invalid: sql`invalid`,
}

/** The leads behind a step of the funnel, by when he got them. */
export const funnelRecords = (step: keyof typeof steps, salesmanId: string, span: Span): RecordsQuery => sql`
  select got_at as at, lead_id, got_by as event, null::float8 as minutes, null::bigint as fen, lead_id as key
  from (${eachLead(salesmanId, span)}) each where got and ${steps[step]}`

/**
 * Of the leads that a salesman got in a span: how many got how far with him within it. A lead counts once; a later stage counts as all
 * before it. Read over the index of the history by salesman and time.
 */
async function findFunnel(db: Db, salesmanId: string, span: Span): Promise<Funnels['now']> {
  const count = (step: keyof typeof steps) =>
    sql`count(*) filter (where ${steps[step]})::int as ${sql.id(step)}`
  const { rows } = await sql<Funnels['now']>`
    select ${sql.join((Object.keys(steps) as (keyof typeof steps)[]).map(count))}
    from (${eachLead(salesmanId, span)}) each where got`.execute(db.withoutPlugins())
  return rows[0] as Funnels['now']
}

/** The funnel of a span and of the same part of the one before. */
export async function findFunnels(
  db: Db,
  salesmanId: string,
  spans: { now: Span; before: Span },
): Promise<Funnels> {
  const [now, before] = await Promise.all([
    findFunnel(db, salesmanId, spans.now),
    findFunnel(db, salesmanId, spans.before),
  ])
  return { now, before }
}
