import { openPrepared, prepareSchema } from '#boot/prepare-schema'
import type { Config } from '#platform/config/config'
import { openDatabase } from '#platform/config/database'
import { createDb } from '#platform/db/client'
import { numberOf, schemaState } from '#platform/db/schema-state'

/**
 * Migrates the configured database, makes the queues of the jobs and grants the service its rights: all that an instance with
 * `MIGRATE=off` expects. It may run beside instances of this version and of the version before.
 * @param folder of the migrations, by default those of this version
 * @returns what was done, in a sentence
 * @throws StartRefusal
 */
export async function migratedText(config: Config, folder?: string): Promise<string> {
  const database = await openDatabase(config, () => undefined)
  try {
    const db = createDb(database.pool)
    const { missing } = await schemaState(db, folder)
    if (!(await prepareSchema(database, db, true, folder)))
      return 'The database is newer than this version, which fits it; nothing is to do.'
    await openPrepared(database, db, true)
    if (missing.length === 0) return 'The database has every migration of this version.'
    return `The database has ${missing.length} more migrations, to number ${numberOf(missing.at(-1) as string)}.`
  } finally {
    await database.stop()
  }
}
