import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '#db/client'
import type { Schema } from '#db/schema'

/** Stores an error, or increments its count; a resolved error is reopened. */
export const countError = (db: Db, event: Omit<Insertable<Schema['errorEvent']>, 'count' | 'status'>) =>
  db
    .insertInto('errorEvent')
    .values(event)
    .onConflict((conflict) =>
      conflict.column('fingerprint').doUpdateSet((is) => ({
        count: sql`error_event.count + 1`,
        lastAt: sql`now()`,
        status: sql`case error_event.status when 'ignored' then 'ignored' else 'open' end`,
        level: is.ref('excluded.level'),
        name: is.ref('excluded.name'),
        message: is.ref('excluded.message'),
        stack: is.ref('excluded.stack'),
        url: is.ref('excluded.url'),
        userAgent: is.ref('excluded.userAgent'),
        userId: sql`coalesce(excluded.user_id, error_event.user_id)`,
      })),
    )
    .execute()
