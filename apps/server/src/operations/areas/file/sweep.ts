import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { databaseNow, refuseWrongClock } from '#platform/db/now'
import { thumbnailKey } from '#platform/files/files'
import type { Storage } from '#platform/storage/storage'

/** How long a file may stay unclaimed. */
const graceHours = 24
const batch = 100

/**
 * Deletes the files that no record has claimed for a day, and what a crash left in the incoming folder. Several instances may sweep
 * at once, and a sweep may be killed at any point: the row is first marked as condemned, then the bytes are deleted, then the row.
 * So there are never bytes without a row, nor a claimed file without bytes.
 * @returns how many files were deleted
 */
export async function sweepFiles(db: Db, storage: Storage, hours = graceHours): Promise<number> {
  await refuseWrongClock(db)
  await sweepIncoming(storage.incoming, hours)
  await sql`delete from file_ticket where expires_at < now()`.execute(db)
  let removed = 0
  for (;;) {
    const rows = await condemn(db, hours)
    await storage.remove(rows.flatMap(({ key }) => [key, thumbnailKey(key)]))
    if (rows.length > 0) await removeRows(db, rows)
    removed += rows.length
    if (rows.length < batch) return removed
  }
}

/** A concurrent claim either waits for this and finds no file, or is first, and the file is kept. */
async function condemn(db: Db, hours: number) {
  const { rows } = await sql<{ id: string; key: string }>`
    update file set status = 'removing', updated_at = now()
    where unclaimed_since is not null and id in (
      select id from file where unclaimed_since < now() - make_interval(hours => ${hours})
      order by unclaimed_since, id limit ${batch} for update skip locked
    ) returning id, key`.execute(db)
  return rows
}

const removeRows = (db: Db, rows: readonly { id: string }[]) =>
  db
    .deleteFrom('file')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('status', '=', 'removing')
    .execute()

async function sweepIncoming(folder: string, hours: number) {
  const before = databaseNow() - hours * 3_600_000
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && found.mtimeMs < before) await rm(path, { recursive: true, force: true })
  }
}
