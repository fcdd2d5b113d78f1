import type { Db } from '#db/client'

/** Ends every session of an account: its next call finds nobody. */
export const endSessionsOf = (db: Db, adminId: string) =>
  db.deleteFrom('session').where('adminId', '=', adminId).execute()
