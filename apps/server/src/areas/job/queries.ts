import { exactTotal } from '@kabao/contract'
import type { JobPage, JobState } from '@kabao/contract/job'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/client'
import type { Page } from '#db/page'

export interface StoredJob {
  id: string
  name: string
  state: JobState
  retryCount: number
  retryLimit: number
  createdAt: string
  startAfter: string
  startedAt: string | null
  completedAt: string | null
  data: unknown
  output: unknown
}

const columns = sql`id, name, state::text as state, retry_count as "retryCount", retry_limit as "retryLimit",
  created_on::timestamptz(3) as "createdAt", start_after::timestamptz(3) as "startAfter",
  started_on::timestamptz(3) as "startedAt", completed_on::timestamptz(3) as "completedAt", data, output`

/** What runs and waits is in one table of the queue, what ended longer ago in another. */
const tables = [sql`pgboss.job`, sql`pgboss.archive`]

/** Runs of these jobs from both tables; beyond the ten-thousandth there is nothing to look for by turning pages. */
export async function findPageOfJobs(
  db: Db,
  page: JobPage,
  names: readonly string[],
): Promise<Page<StoredJob>> {
  const { current, size } = page
  const plain = db.withoutPlugins()
  const offset = (current - 1) * size
  const reach = Math.min(offset + size, exactTotal)
  const where = sql.join(matching(page, names), sql` and `)
  const order = page.sort === 'createdAt' ? sql`asc` : sql`desc`
  const newest = tables.map(
    (table) => sql`(select ${columns}, created_on from ${table} where ${where}
      order by created_on ${order}, id ${order} limit ${reach})`,
  )
  const counted = tables.map(
    (table) => sql`(select 1 from ${table} where ${where} limit ${sql.lit(exactTotal + 1)})`,
  )
  const [found, counts] = await Promise.all([
    sql<StoredJob & { created_on?: unknown }>`select * from (${sql.join(newest, sql` union all `)}) j
      order by created_on ${order}, id ${order}
      limit ${Math.max(0, reach - offset)} offset ${offset}`.execute(plain),
    sql<{ count: number }>`select least(count(*), ${sql.lit(exactTotal + 1)})::int as count
      from (${sql.join(counted, sql` union all `)}) c`.execute(plain),
  ])
  const total = counts.rows[0]?.count ?? 0
  const records = found.rows.map(({ created_on: _, ...row }) => row)
  return { records, total, current, size, ...(total > exactTotal && { totalIsEstimate: true }) }
}

function matching(page: JobPage, names: readonly string[]): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [
    page.name ? sql`name = ${page.name}` : sql`name = any(${names}::text[])`,
  ]
  if (page.state) where.push(sql`state = ${page.state}::pgboss.job_state`)
  if (page.createdFrom) where.push(sql`created_on >= ${page.createdFrom}`)
  if (page.createdTo) where.push(sql`created_on < ${page.createdTo}`)
  return where
}

export interface QueueFacts {
  waiting: number
  active: number
  failed: number
  last: { state: JobState; at: string; ms: number } | null
}

/** How many wait, run and failed lately, and what came of the last that ended. */
export async function findQueueFacts(db: Db, name: string): Promise<QueueFacts> {
  const count = (condition: RawBuilder<unknown>) =>
    sql`(select count(*)::int from (
      select 1 from pgboss.job where name = ${name} and ${condition} limit ${sql.lit(exactTotal)}) c)`
  const last = tables.map(
    (table) => sql`(select state, completed_on, started_on, created_on from ${table}
      where name = ${name} and state > 'active' and completed_on is not null order by created_on desc limit 1)`,
  )
  const { rows } = await sql<QueueFacts>`select
    ${count(sql`state < 'active'`)} as waiting, ${count(sql`state = 'active'`)} as active,
    ${count(sql`state = 'failed' and created_on > now() - interval '7 days'`)} as failed,
    (select jsonb_build_object('state', state,
        'at', to_char(completed_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'ms', coalesce((extract(epoch from completed_on - started_on) * 1000)::int, 0))
      from (${sql.join(last, sql` union all `)}) l order by created_on desc limit 1) as last`.execute(
    db.withoutPlugins(),
  )
  return rows[0] as QueueFacts
}

/** A run, whether it is over or not. */
export async function findJob(db: Db, name: string, id: string): Promise<StoredJob | undefined> {
  const found = tables.map(
    (table) => sql`select ${columns} from ${table} where name = ${name} and id = ${id}`,
  )
  const { rows } = await sql<StoredJob>`${sql.join(found, sql` union all `)}`.execute(db.withoutPlugins())
  return rows[0]
}

/** @returns whether it waited or ran */
export async function cancelJob(db: Db, name: string, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } =
    await sql`update pgboss.job set state = 'cancelled', completed_on = now(), singleton_on = null
      where name = ${name} and id = ${id} and state <= 'active'`.execute(db)
  return numAffectedRows > 0n
}
