import { exactTotal } from '@kabao/contract'
import type { JobState } from '@kabao/contract/job'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/client'

/**
 * What the queue has no public call for, done on its tables. Nothing else names them, so that a new version of pg-boss is met here
 * alone; decision 021 says for each why the public calls do not do.
 */

/** Where the queue keeps its tables. */
export const bossSchema = 'pgboss'

/** What waits, what runs and what ended lately. */
const jobTable = sql.table(`${bossSchema}.job`)
/** What ended longer ago. */
const archiveTable = sql.table(`${bossSchema}.archive`)
const stateType = sql.raw(`${bossSchema}.job_state`)

/** One run of a job: the job, and how often it had been tried again when the run began. */
export interface HeldRun {
  name: string
  id: string
  retryCount: number
}

const isHeld = ({ name, id, retryCount }: HeldRun) =>
  sql`name = ${name} and id = ${id} and state = 'active' and retry_count = ${retryCount}`

/**
 * Keeps a job as it is until the transaction ends, so that a public call in the same transaction acts on what was seen.
 * @returns undefined where it is not among the jobs that wait, run or ended lately
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

/** As `lockJob`. @returns whether the job is still this run's */
export async function lockRun(db: Db, run: HeldRun): Promise<boolean> {
  const job = await lockJob(db, run.name, run.id)
  return job?.state === 'active' && job.retryCount === run.retryCount
}

/**
 * Lets a run live for so many seconds from now.
 * @param output what is shown of it meanwhile; null leaves what is there
 * @returns whether the job is still this run's
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

/** A failure of this run will be the last: the job is not tried again. */
export const endRetries = (db: Db, run: HeldRun) =>
  sql`update ${jobTable} set retry_limit = retry_count where ${isHeld(run)}`.execute(db)

/**
 * Makes a job as if the run had not begun. One that is done one at a time is cancelled where another waits already.
 * @param leaseSeconds how long its next run lives before it first says that it does
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
 * That a job of one of these queues waits or runs, as a condition for the rows of a table.
 * @param id the row's expression for the job's id, a uuid; it names the table where that has a column of the queue's name
 */
export const isUnfinished = (names: readonly string[], id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from ${jobTable} j
    where j.name = any(${names}::text[]) and j.id = ${id} and j.state < 'completed')`

/** What the page of jobs reads by. Only the owner of the tables may make them; those that are there stay. */
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

/** Which runs, in which order, and which of them. */
export interface JobSearch {
  names: readonly string[]
  state?: JobState | undefined
  createdFrom?: string | undefined
  createdTo?: string | undefined
  oldestFirst: boolean
  offset: number
  /** At most so many. */
  limit: number
}

/** Runs from both tables, in the order of their making. */
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
  return rows.map(({ created_on: _, ...row }) => row)
}

/** How many there are of these, counted to `most`. */
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

/** How many wait, run and failed lately, and what came of the last that ended. */
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
