import { exactTotal } from '@kabao/contract'
import type { JobState } from '@kabao/contract/operations/job'
import { type RawBuilder, sql } from 'kysely'
import { bossSchema } from '../db/boss-schema.ts'
import type { Db } from '../db/client.ts'
import { apartFromTrace } from './trace.ts'

/**
 * Operations that pg-boss has no public call for, done on its tables. Only this file names these tables, so that a new version of
 * pg-boss can break only this file. Decision 021 says for each operation why the public calls are not enough.
 */

/** Jobs that wait, run or ended recently. */
const jobTable = sql.table(`${bossSchema}.job`)
/** Jobs that ended longer ago. */
const archiveTable = sql.table(`${bossSchema}.archive`)
const stateType = sql.raw(`${bossSchema}.job_state`)

/** One run of a job: the job's id, and how often the job had been retried when the run began. */
export interface HeldRun {
  name: string
  id: string
  retryCount: number
}

const isHeld = ({ name, id, retryCount }: HeldRun) =>
  sql`name = ${name} and id = ${id} and state = 'active' and retry_count = ${retryCount}`

/**
 * Locks a job until the transaction ends, so that a public call in the same transaction acts on the state that was read.
 * @returns undefined if it is not among the jobs that wait, run or ended recently
 */
export async function lockJob(
  db: Db,
  name: string,
  id: string,
): Promise<{ state: JobState; retryCount: number } | undefined> {
  const { rows } = await sql<{ state: JobState; retryCount: number }>`
    select state::text as state, retry_count as "retryCount" from ${jobTable}
    where name = ${name} and id = ${id} for update`.execute(db.withoutPlugins())
  return rows[0]
}

/** Like `lockJob`. @returns whether the job still belongs to this run */
export async function lockRun(db: Db, run: HeldRun): Promise<boolean> {
  const job = await lockJob(db, run.name, run.id)
  return job?.state === 'active' && job.retryCount === run.retryCount
}

/**
 * Renews the lease of a run: it ends this many seconds from now.
 * @param output the progress to show; null keeps the stored one
 * @returns whether the job still belongs to this run
 */
export async function renewLease(
  db: Db,
  run: HeldRun,
  leaseSeconds: number,
  output: object | null,
): Promise<boolean> {
  const { rows } = await sql`update ${jobTable} set
      expire_in = now() - started_on + make_interval(secs => ${leaseSeconds}),
      output = coalesce(${output && JSON.stringify(output)}::jsonb, output)
    where ${isHeld(run)} returning 1`.execute(db)
  return rows.length > 0
}

/** Makes the next failure of this run final: the job is not retried. */
export const endRetries = (db: Db, run: HeldRun) =>
  sql`update ${jobTable} set retry_limit = retry_count where ${isHeld(run)}`.execute(db)

/**
 * Returns a job to the queue as if the run had not begun. A job that runs one at a time is cancelled if another waits already.
 * @param leaseSeconds the lease of its next run until its first heartbeat
 */
export async function giveBack(db: Db, run: HeldRun, leaseSeconds: number): Promise<void> {
  const isAnother = sql`exists (select from ${jobTable} o
    where o.name = j.name and o.id <> j.id and o.state = 'created' and j.policy = 'stately')`
  await sql`update ${jobTable} j set
      state = case when ${isAnother} then 'cancelled' else 'created' end::${stateType},
      completed_on = case when ${isAnother} then now() end,
      started_on = null, start_after = now(), expire_in = make_interval(secs => ${leaseSeconds}), output = null
    where ${isHeld(run)}`.execute(db)
}

/**
 * An SQL condition: a job of one of these queues, with the id that the row holds, waits or runs.
 * @param id the SQL expression of the job's id, a uuid; qualified with its table if the queue's table has a column of that name
 */
export const isUnfinished = (names: readonly string[], id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from ${jobTable} j
    where j.name = any(${names}::text[]) and j.id = ${id} and j.state < 'completed')`

/** The indexes of the jobs page. Only the owner of the tables may create them; existing ones stay. */
export async function makePageIndexes(db: Db): Promise<void> {
  for (const [table, name] of [
    [jobTable, 'job'],
    [archiveTable, 'archive'],
  ] as const) {
    for (const columns of ['created_on, id', 'state, created_on, id', 'name, created_on, id']) {
      const index = sql.id(`${name}_${columns.split(', ')[0]}_page_idx`)
      await sql`create index if not exists ${index} on ${table} (${sql.raw(columns)})`.execute(db)
    }
  }
}

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

const tables = [jobTable, archiveTable]

/** The filters, the order and the range of a page of runs. */
export interface JobSearch {
  names: readonly string[]
  state?: JobState | undefined
  createdFrom?: string | undefined
  createdTo?: string | undefined
  oldestFirst: boolean
  offset: number
  /** The most rows to return. */
  limit: number
}

/** Runs from both tables, in the order of their creation. */
export async function findJobs(db: Db, search: JobSearch): Promise<StoredJob[]> {
  const { offset, limit } = search
  const order = search.oldestFirst ? sql`asc` : sql`desc`
  const where = sql.join(matching(search), sql` and `)
  const found = tables.map(
    (table) => sql`(select ${columns}, created_on from ${table} where ${where}
      order by created_on ${order}, id ${order} limit ${offset + limit})`,
  )
  const { rows } = await sql<StoredJob & { created_on?: unknown }>`
    select * from (${sql.join(found, sql` union all `)}) j
    order by created_on ${order}, id ${order} limit ${limit} offset ${offset}`.execute(db.withoutPlugins())
  return rows.map(({ created_on: _, ...row }) => ({ ...row, data: apartFromTrace(row.data).data }))
}

/** How many runs match, counted up to `most`. */
export async function countJobs(
  db: Db,
  search: Omit<JobSearch, 'oldestFirst' | 'offset' | 'limit'>,
  most: number,
): Promise<number> {
  const where = sql.join(matching(search), sql` and `)
  const counted = tables.map((table) => sql`(select 1 from ${table} where ${where} limit ${sql.lit(most)})`)
  const { rows } = await sql<{ count: number }>`select least(count(*), ${sql.lit(most)})::int as count
    from (${sql.join(counted, sql` union all `)}) c`.execute(db)
  return rows[0]?.count ?? 0
}

function matching(
  search: Pick<JobSearch, 'names' | 'state' | 'createdFrom' | 'createdTo'>,
): RawBuilder<unknown>[] {
  const { names, state, createdFrom, createdTo } = search
  const where: RawBuilder<unknown>[] = [
    names.length === 1 ? sql`name = ${names[0]}` : sql`name = any(${names}::text[])`,
  ]
  if (state) where.push(sql`state = ${state}::${stateType}`)
  if (createdFrom) where.push(sql`created_on >= ${createdFrom}`)
  if (createdTo) where.push(sql`created_on < ${createdTo}`)
  return where
}

export interface QueueFacts {
  waiting: number
  active: number
  failed: number
  last: { state: JobState; at: string; ms: number } | null
}

/** How many jobs wait, run and failed recently, and how the last one ended. */
export async function findQueueFacts(db: Db, name: string): Promise<QueueFacts> {
  const count = (condition: RawBuilder<unknown>) =>
    sql`(select count(*)::int from (
      select 1 from ${jobTable} where name = ${name} and ${condition} limit ${sql.lit(exactTotal)}) c)`
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

/** The newest failure of each of these queues that ended within the last minutes, however it ended. */
export async function findFailedLately(
  db: Db,
  names: readonly string[],
  minutes = 10,
): Promise<{ name: string; attempts: number; reason: string }[]> {
  const { rows } = await sql<{ name: string; attempts: number; reason: string }>`
    select distinct on (name) name, retry_count + 1 as attempts,
      coalesce(output -> 'error' ->> 'message', output ->> 'message', output -> 'value' ->> 'message', '') as reason
    from ${jobTable}
    where state = 'failed' and name = any(${names}::text[])
      and completed_on > now() - make_interval(mins => ${minutes})
    order by name, completed_on desc`.execute(db.withoutPlugins())
  return rows
}

/** What waits, runs and failed in a queue. */
export interface Backlog {
  name: string
  /** Runs that could begin now. */
  waiting: number
  active: number
  /** Within a day. */
  failed: number
  /** How long the one that waits longest could have begun, in seconds; null if none waits. */
  oldestSeconds: number | null
}

const isDue = sql`state < 'active' and start_after <= now()`
const hasFailed = sql`state = 'failed' and completed_on > now() - interval '1 day'`

/**
 * The backlog of each of these queues, each count up to 10,000. Usually all queues together have fewer rows, and then one question over
 * the whole table counts them; a question by queue costs the planner more than all the rest, because each queue has a table of its own.
 */
export async function findBacklogs(db: Db, names: readonly string[]): Promise<Backlog[]> {
  const some = (kind: string, condition: RawBuilder<unknown>) =>
    sql`(select name, ${sql.lit(kind)} as kind, greatest(start_after, created_on) as since from ${jobTable}
      where ${condition} limit ${sql.lit(exactTotal + 1)})`
  const { rows } = await sql<{
    name: string
    kind: 'waiting' | 'active' | 'failed'
    count: number
    seconds: number
  }>`
    select name, kind, count(*)::int as count, greatest(0, floor(extract(epoch from now() - min(since))))::float8 as seconds
    from (${some('waiting', isDue)} union all ${some('active', sql`state = 'active'`)} union all ${some('failed', hasFailed)}) j
    group by name, kind`.execute(db.withoutPlugins())
  if (rows.reduce((sum, { count }) => sum + count, 0) > exactTotal) return findEachBacklog(db, names)
  return names.map((name) => {
    const of = (kind: string) => rows.find((row) => row.name === name && row.kind === kind)
    const count = (kind: string) => of(kind)?.count ?? 0
    return {
      name,
      waiting: count('waiting'),
      active: count('active'),
      failed: count('failed'),
      oldestSeconds: of('waiting')?.seconds ?? null,
    }
  })
}

/** The same by queue, however many rows there are: every count ends with its limit. */
async function findEachBacklog(db: Db, names: readonly string[]): Promise<Backlog[]> {
  const count = (condition: RawBuilder<unknown>) =>
    sql`(select count(*)::int from (
      select 1 from ${jobTable} where name = q.name and ${condition} limit ${sql.lit(exactTotal)}) c)`
  const { rows } =
    await sql<Backlog>`select q.name, ${count(isDue)} as waiting, ${count(sql`state = 'active'`)} as active,
      ${count(hasFailed)} as failed,
      (select greatest(0, floor(extract(epoch from now() - greatest(start_after, created_on))))::float8 from ${jobTable}
        where name = q.name and ${isDue} order by start_after limit 1) as "oldestSeconds"
    from unnest(${names}::text[]) q (name)`.execute(db.withoutPlugins())
  return rows
}
