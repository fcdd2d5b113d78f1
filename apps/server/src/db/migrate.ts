import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Migration, Migrator, sql } from 'kysely'
import { migrationsFolder } from '../paths.ts'
import { StartRefusal } from '../refusal.ts'
import type { Db } from './client.ts'

/**
 * Migrates the database to this version. Two instances may start at once: the second waits and finds nothing to do.
 * @throws StartRefusal that names the failed migration, with the database's error as its cause, or the unknown migration
 */
export async function migrate(db: Db): Promise<string[]> {
  await refuseUnknown(db)
  const { error, results = [] } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest()
  const failed = results.find((result) => result.status === 'Error')
  if (failed) throw new StartRefusal(`The migration ${failed.migrationName} failed.`, { cause: error })
  if (error) throw new StartRefusal('The database cannot be migrated.', { cause: error })
  return results.map((result) => result.migrationName)
}

/**
 * Makes the tables as they were after a migration, within the caller's transaction.
 * @throws StartRefusal if this version does not have the migration
 */
export async function migrateUpTo(db: Db, name: string): Promise<void> {
  if (!(await getMigrations())[name])
    throw new StartRefusal(
      `The backup was made by another version of Kabao: it has the migration ${name}, which this version does not have.`,
    )
  const migrator = new Migrator({ db, provider: { getMigrations }, disableTransactions: true })
  const { error } = await migrator.migrateTo(name)
  if (error) throw error
}

/** A data folder of another version has migrations that are unknown here, so the state of its tables is unknown. */
async function refuseUnknown(db: Db): Promise<void> {
  const known = await getMigrations()
  const unknown = (await migrationsOf(db)).find((name) => !known[name])
  if (unknown)
    throw new StartRefusal(
      `The database was made by another version of Kabao: it has the migration ${unknown}, which this version does not have. ` +
        'Start the version that made it, or name an empty database in DATABASE_URL or a new folder in DATA_DIR.',
    )
}

/** The migrations that a database has, in order; none if it is empty. */
async function migrationsOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    isThere: boolean
  }>`select to_regclass('kysely_migration') is not null as "isThere"`.execute(db)
  if (!rows[0]?.isThere) return []
  const names = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return names.rows.map(({ name }) => name)
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
  const read = async (name: string): Promise<[string, Migration]> => {
    const text = await readFile(join(migrationsFolder, name), 'utf8')
    return [name.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }]
  }
  return Object.fromEntries(await Promise.all(files.map(read)))
}
