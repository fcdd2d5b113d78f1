import { setTimeout as sleep } from 'node:timers/promises'
import type { SettingKey } from '@kabao/contract/operations/setting'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { refuseWrongClock } from '../db/now.ts'
import type { Settings } from '../settings/settings.ts'
import { type Ahead, isShort, readAhead } from './ahead.ts'

/** The setting that says how many days the rows of a table are kept. A table without one keeps them as short as it may. */
const keptBy: Readonly<Record<string, SettingKey>> = {
  audit_log: 'retention.auditLogDays',
  login_log: 'retention.loginLogDays',
  visit: 'retention.visitDays',
  day_visitor: 'retention.visitDays',
  match_run: 'retention.matchRunDays',
  push_attempt: 'retention.pushAttemptDays',
  step_taken: 'retention.stepTakenDays',
  open_request: 'retention.openRequestDays',
  delivery: 'retention.deliveryDays',
  notice: 'retention.deliveryDays',
  notice_file: 'retention.deliveryDays',
}

/** How far back partitions are made, because a partner reports what happened some days ago. */
const reportedLate: Record<string, string> = { hour: '1 hour', day: '7 days', month: '7 days' }

/** PostgreSQL's `lock_not_available`. */
const lockNotAvailable = '55P03'
/** A partition that must wait for a lock makes everybody behind it wait too, so it waits briefly and tries again. */
const lockMs = 500
const tries = 5

interface Table {
  name: string
  unit: string
  keepDaysMin: number | null
}

/**
 * Makes the partitions ahead of every partitioned table. A table that is locked is left for the next run.
 * @returns the tables whose partitions will soon be used up
 */
export async function makeAhead(db: Db): Promise<Ahead[]> {
  for (const table of await tables(db)) await makeOne(db, table)
  return (await readAhead(db)).filter(isShort)
}

/** Makes the partitions of one table that are missing; nothing if it is locked for long, or has no partitions. */
export async function makePartitionsOf(db: Db, name: string): Promise<void> {
  const table = (await tables(db)).find((each) => each.name === name)
  if (table) await makeOne(db, table)
}

const makeOne = (db: Db, { name, unit, keepDaysMin }: Table) =>
  briefly(db, (write) =>
    // No further back than rows are kept, or the partitions would be dropped again at once.
    sql`select make_partitions(${name},
      now() - least(${reportedLate[unit] ?? '0'}::interval, make_interval(days => ${keepDaysMin}::int)))`.execute(
      write,
    ),
  )

/**
 * Drops the partitions whose rows are all older than the settings say. A table that is locked is left for the next run.
 * @returns the names of the dropped partitions
 * @throws if the clocks of this machine and of the database differ, because what is dropped is gone
 */
export async function dropExpired(db: Db, settings: Settings): Promise<string[]> {
  await refuseWrongClock(db)
  const dropped: string[] = []
  for (const { name, keepDaysMin } of await tables(db)) {
    const days = keptDaysOf(name, keepDaysMin, settings)
    if (days === null) continue
    const found = await briefly(db, (write) =>
      sql<{ name: string }>`select drop_partitions(${name}, ${days}) as name`.execute(write),
    )
    for (const row of found?.rows ?? []) dropped.push(row.name)
  }
  return dropped
}

/** How many days the rows of a table are kept; null: for good. @param least the fewest that the table allows */
export function keptDaysOf(table: string, least: number | null, settings: Settings): number | null {
  if (least === null) return null
  const key = keptBy[table]
  return key ? Number(settings.get(key)) : least
}

const tables = async (db: Db): Promise<Table[]> =>
  (
    await sql<Table>`select name, unit, keep_days_min as "keepDaysMin" from partitioned_table order by name`.execute(
      db.withoutPlugins(),
    )
  ).rows

/** Runs a transaction that waits for locks briefly, some times. @returns what `act` returns, or undefined if the table stayed locked */
export async function briefly<T>(db: Db, act: (write: Db) => Promise<T>): Promise<T | undefined> {
  for (let tried = 1; tried <= tries; tried++) {
    try {
      return await db.transaction().execute(async (write) => {
        await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(write)
        return act(write)
      })
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error
      if (tried < tries) await sleep(lockMs)
    }
  }
  return undefined
}
