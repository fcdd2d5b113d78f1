import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { condemnFile, removeFiles } from '../files/made.ts'
import type { Storage } from '../storage/storage.ts'

/** A day of a table, by UTC, ISO 8601. */
export interface Day {
  from: string
  to: string
}

/** The days of a table that ended this many days ago and are still in it, the oldest first. */
export async function findClosedDays(db: Db, table: string, days: number): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select p.from_at::timestamptz(3) as from, p.to_at::timestamptz(3) as to from partitions_of(${table}) p
    where p.from_at > '-infinity' and p.to_at <= now() - make_interval(days => ${days}) order by p.from_at`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/** Whether a day was copied. */
export async function isTaken(db: Db, table: string, day: Day): Promise<boolean> {
  const { rows } = await sql`
    select from archive_day where table_name = ${table} and from_at = ${day.from}`.execute(db)
  return rows.length > 0
}

/** The days of a table that were copied and ended this many days ago. */
export async function findExpiredDays(db: Db, table: string, days: number): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select from_at as from, to_at as to from archive_day
    where table_name = ${table} and to_at <= now() - make_interval(days => ${days})
    order by from_at`.execute(db.withoutPlugins())
  return rows
}

/** Forgets the copy of a day, and deletes its files. */
export async function forgetDay(db: Db, storage: Storage, table: string, day: Day): Promise<void> {
  const files = await db.transaction().execute(async (write) => {
    const { rows } = await sql<{ fileId: string }>`
      delete from archive_part where table_name = ${table} and from_at = ${day.from} returning file_id as "fileId"`.execute(
      write.withoutPlugins(),
    )
    await sql`delete from archive_day where table_name = ${table} and from_at = ${day.from}`.execute(write)
    const condemned = []
    for (const { fileId } of rows) condemned.push(await condemnFile(write, fileId))
    return condemned.filter((file) => file !== undefined)
  })
  await removeFiles(db, storage, files)
}
