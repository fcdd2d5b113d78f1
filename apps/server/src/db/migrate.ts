import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Migration, Migrator, sql } from 'kysely'
import { migrationsFolder } from '../paths.ts'
import { StartRefusal } from '../refusal.ts'
import type { Db } from './client.ts'

/**
 * Brings the database up to date. Two instances may do so at once: the second waits and finds nothing to do.
 * @throws StartRefusal that names the migration, with the database's reason as its cause
 */
export async function migrate(db: Db): Promise<string[]> {
  const { error, results = [] } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest()
  const failed = results.find((result) => result.status === 'Error')
  if (failed) throw new StartRefusal(`The migration ${failed.migrationName} failed.`, { cause: error })
  if (error) throw new StartRefusal('The database cannot be migrated.', { cause: error })
  return results.map((result) => result.migrationName)
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
  const read = async (name: string): Promise<[string, Migration]> => {
    const text = await readFile(join(migrationsFolder, name), 'utf8')
    return [name.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }]
  }
  return Object.fromEntries(await Promise.all(files.map(read)))
}
