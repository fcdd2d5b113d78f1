import { type BusinessClock, businessDayAt } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { spans, spansAt } from '#supply'

interface Group {
  planId: string
  /** The minute of the requests, in milliseconds since 1970. */
  at: number
  /** How many count towards the caps, and what is spent; the price of a return is paid back. */
  used: number
  fen: number
  answered: number
  accepted: number
}

/**
 * Writes the counters of plans anew from their stored pushes: what is used of their caps (`cap_use`), and how they were answered
 * (`plan_answer`). For pushes that were stored in another way than by the pipeline, which counts by itself: made-up ones and those
 * of tests. Nothing may be pushed to these plans meanwhile. An answer counts on the day of its request.
 * @param planIds only these plans; by default all that have pushes
 */
export async function recountPushes(
  db: Db,
  clock: BusinessClock,
  planIds?: readonly string[],
): Promise<void> {
  const only = planIds ? sql`plan_id = any(${planIds}::bigint[])` : sql`true`
  const { rows } = await sql<Group>`
    select plan_id as "planId", extract(epoch from date_trunc('minute', request_at))::float8 * 1000 as at,
      count(*) filter (where status in ('pending', 'unknown', 'accepted', 'returned'))::int as used,
      coalesce(sum(price_fen) filter (where status in ('pending', 'unknown', 'accepted')), 0)::float8 as fen,
      count(*) filter (where status in ('accepted', 'rejected', 'duplicate', 'returned'))::int as answered,
      count(*) filter (where status in ('accepted', 'returned'))::int as accepted
    from push_record where ${only} group by 1, 2`.execute(db.withoutPlugins())
  const uses = new Map<string, { id: string; span: string; starts: string; used: number; fen: number }>()
  const answers = new Map<string, { id: string; day: string; answered: number; accepted: number }>()
  for (const { planId, at, used, fen, answered, accepted } of rows) {
    const starts = spansAt(at, clock)
    for (const span of spans) {
      const use = met(uses, `${planId} ${span} ${starts[span]}`, () => ({
        id: planId,
        span,
        starts: starts[span],
        used: 0,
        fen: 0,
      }))
      use.used += used
      use.fen += fen
    }
    const day = businessDayAt(at, clock)
    const answer = met(answers, `${planId} ${day}`, () => ({ id: planId, day, answered: 0, accepted: 0 }))
    answer.answered += answered
    answer.accepted += accepted
  }
  await db.transaction().execute(async (write) => {
    await sql`delete from cap_use where kind = 'plan' and ${planIds ? sql`id = any(${planIds}::bigint[])` : sql`true`}`.execute(
      write,
    )
    await sql`delete from plan_answer where ${only}`.execute(write)
    await sql`insert into cap_use (kind, id, span, starts, used, fen)
      select 'plan', id, span, starts, used, fen from jsonb_to_recordset(${JSON.stringify([...uses.values()])}::jsonb)
        as (id bigint, span text, starts timestamptz, used int, fen bigint) where used > 0`.execute(write)
    await sql`insert into plan_answer (plan_id, day, answered, accepted)
      select id, day, answered, accepted from jsonb_to_recordset(${JSON.stringify([...answers.values()])}::jsonb)
        as (id bigint, day date, answered int, accepted int) where answered > 0`.execute(write)
  })
}

function met<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key)
  if (known) return known
  const made = make()
  map.set(key, made)
  return made
}
