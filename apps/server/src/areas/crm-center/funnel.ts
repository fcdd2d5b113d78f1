import type { AnswerOf } from '@kabao/contract'
import type { crmCenter } from '@kabao/contract/crm-center'
import { sql } from 'kysely'
import type { Db } from '#db/client'
import type { Span } from './period.ts'

type Funnels = Omit<AnswerOf<(typeof crmCenter)['desk']>['funnel'], 'from'>

/**
 * Of the leads that a salesman got in a span: how many got how far with him within it. A lead counts once; a later stage counts as all
 * before it. Read over the index of the history by salesman and time.
 */
async function findFunnel(db: Db, salesmanId: string, { from, to }: Span): Promise<Funnels['now']> {
  const { rows } = await sql<Funnels['now']>`
    with each as (
      select bool_or(e.kind in ('claimed', 'assigned', 'transferred') and e.from_id is distinct from e.to_id) as got,
        bool_or(e.kind = 'followUp') as contacted,
        max(case e.to_stage when 'interested' then 1 when 'applied' then 2 when 'converted' then 3 else 0 end)
          filter (where e.kind in ('followUp', 'stage', 'converted')) as reached,
        bool_or(e.kind = 'invalidated') as invalid
      from clue_event e where e.to_id = ${salesmanId} and e.at >= ${from}::timestamptz and e.at < ${to}::timestamptz
      group by e.clue_id
    )
    select count(*)::int as got, count(*) filter (where contacted or reached > 0)::int as contacted,
      count(*) filter (where reached >= 1)::int as interested, count(*) filter (where reached >= 2)::int as applied,
      count(*) filter (where reached >= 3)::int as converted, count(*) filter (where invalid)::int as invalid
    from each where got`.execute(db.withoutPlugins())
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
