import { sql } from 'kysely'
import type { Db } from '#db/client'

/** Lets an account try again at once, wherever it was locked; what an address has done to other accounts stays. */
export const clearLockout = (db: Db, adminId: string) =>
  sql`delete from sign_in_throttle t using admin a
    where a.id = ${adminId} and (t.key = 'account:' || lower(a.username) or t.key like 'pair:' || lower(a.username) || '@%')`.execute(
    db,
  )
