import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { withPartitions } from '#platform/partitions/missing'
import { addCells, dayCells, hourCells, sideBySide } from './figures.ts'
import { tryToHold } from './lock.ts'
import { countVisitors } from './visitors.ts'

/** How many rows of each queue one statement takes. */
const most = 50_000

/** What a fold did. `taken`: how many rows it took; null: another one folds at this moment. */
export interface Folded {
  taken: number | null
  /** Whether it left nothing that was committed when it began. */
  isDone: boolean
}

/**
 * Adds what waits in the queues to the figures. The statement deletes the rows that it adds, so each is added once, wherever an
 * instance is killed; of several instances one folds at a time.
 */
export const fold = (db: Db, limit: number = most): Promise<Folded> =>
  withPartitions(db, () => db.transaction().execute((write) => foldWithin(write, limit)))

async function foldWithin(write: Db, limit: number): Promise<Folded> {
  if (!(await tryToHold(write))) return { taken: null, isDone: false }
  // Sums of many rows stay in memory.
  await sql`set local work_mem = '64MB'`.execute(write)
  const { rows: before } = await sql<{ upTo: string }>`select ${certainUpTo} as "upTo"`.execute(
    write.withoutPlugins(),
  )
  const { rows } = await sql<{ facts: number; visitors: number }>`${foldStatement(limit)}`.execute(
    write.withoutPlugins(),
  )
  const { facts = 0, visitors = 0 } = rows[0] ?? {}
  const isDone = facts < limit && visitors < limit
  if (isDone) await moveOn(write, before[0]?.upTo as string)
  return { taken: facts + visitors, isDone }
}

/** Folds until nothing is left that was committed when it began, unless another one folds at this moment. @param limit of one statement */
export async function foldAll(db: Db, limit: number = most): Promise<void> {
  for (let folded = await fold(db, limit); folded.taken !== null && !folded.isDone; )
    folded = await fold(db, limit)
}

/**
 * The instant until which everything is committed: now, or the beginning of the oldest transaction that has made a fact or a visit and
 * is still under way.
 */
const certainUpTo = sql`
  to_char(least(clock_timestamp(), writing_since('fact_delta'), owner_writing_since('fact_delta')) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** An idle service writes this seldom. */
const moveOn = (write: Db, upTo: string) =>
  sql`update statistics_state set up_to = ${upTo} where up_to < ${upTo}::timestamptz - interval '1 second'`.execute(
    write,
  )

const firstOf = (queue: string, limit: number) =>
  sql`delete from ${sql.table(queue)} where ctid = any(array(select ctid from ${sql.table(queue)} limit ${sql.lit(limit)})) returning *`

/** The statement of one fold. */
export const foldStatement = (limit: number): RawBuilder<{ facts: number; visitors: number }> => sql`
  with facts as materialized (${firstOf('fact_delta', limit)}),
  visitors as materialized (${firstOf('visitor_delta', limit)}),
  wide as materialized (${sideBySide(sql`select * from facts`)}),
  seen as materialized (
    select day, visitor, min(hour) as hour, channel_id, product_id, city_code, flow from visitors
    group by day, visitor, channel_id, product_id, city_code, flow
  ),
  known as materialized (
    select k.* from (select distinct day, visitor from seen) s
      join day_visitor k on k.day = s.day and k.visitor = s.visitor
  ),
  stored as (
    insert into day_visitor as k (day, visitor, hour, channel_id, product_id, city_code, flow) select * from seen
    on conflict (day, visitor, channel_id, product_id, city_code, flow) do update set hour = excluded.hour
      where excluded.hour < k.hour
  ),
  counted as materialized (${countVisitors(sql`
    select 1 as sign, * from seen union all select 1, * from known union all select -1, * from known`)}),
  day_cells as (${dayCells('wide', 'counted')}),
  hour_cells as (${hourCells('wide', 'counted', sql`hour >= hours_from()`)}),
  days as (${addCells('roll_up', 'day_cells')}),
  hours as (${addCells('roll_up_hour', 'hour_cells')})
  select (select count(*)::int from facts) as facts, (select count(*)::int from visitors) as visitors`
