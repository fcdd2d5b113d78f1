import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** Who files in the demo, and who may review it. */
export interface Bookkeeping {
  /** A made-up administrator who cannot sign in. */
  bookkeeper: string
  /** The demo's own administrator. */
  reviewer: string
}

/** Adds the made-up bookkeeper, so that the demo's administrator has something to review. @returns null if there is no administrator */
export async function addBookkeeper(db: Db): Promise<Bookkeeping | null> {
  const { rows: admins } = await sql<{ id: string }>`select id from admin order by id limit 1`.execute(db)
  const reviewer = admins[0]?.id
  if (reviewer === undefined) return null
  const { rows } = await sql<{ id: string }>`
    insert into admin (username, name, password_hash, status) values ('demo.bookkeeper', '李会计', '-', 'disabled') returning id`.execute(
    db,
  )
  return { bookkeeper: (rows[0] as { id: string }).id, reviewer }
}
