import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration'
import { migrationsFolder } from '../base/paths.ts'
import { StartRefusal } from '../base/refusal.ts'
import type { Db } from './client.ts'
import { grantWithin } from './rights.ts'
import { isThere, migrationNames, type SchemaState, schemaState } from './schema-state.ts'

export interface MigrateOptions {
  folder?: string | undefined
  /** Tells the role that the service works as, if any; asked if a migration is missing. */
  role?: () => Promise<string | null>
}

/**
 * Migrates the database to this version. Two instances may start at once: the second waits and finds nothing to do. A database
 * that newer code has migrated stays as it is, if this code fits it. The service's role has its rights on what is new in the same
 * instant, because instances of the version before write all the while.
 * @throws StartRefusal that names the failed migration, with the database's error as its cause, or the migration that does not fit
 */
export async function migrate(
  db: Db,
  { folder = migrationsFolder, role: roleOf = async () => null }: MigrateOptions = {},
): Promise<SchemaState> {
  const before = await schemaState(db, folder)
  if (before.isNewer) return before
  const role = before.missing.length > 0 ? await roleOf() : null
  const provider = {
    getMigrations: () =>
      migrationsIn(folder, async (write) => void (role && (await grantWithin(write, role)))),
  }
  const { error, results = [] } = await untilFree(() => new Migrator({ db, provider }).migrateToLatest())
  const failed = results.find((result) => result.status === 'Error')
  if (failed) throw new StartRefusal(`The migration ${failed.migrationName} failed.`, { cause: error })
  // Newer code may have migrated the database while this one waited for it.
  const after = await schemaState(db, folder)
  if (error && !after.isNewer) throw new StartRefusal('The database cannot be migrated.', { cause: error })
  return after
}

/** How often the migrations are tried, which take 1 s or more until they meet a deadlock. */
const mostTries = 20

/**
 * The migrations lock tables one after the other while the service writes to them in another order, so they may wait for each other. The
 * database ends one of both; when it was the migrations, nothing of them is done, and they begin anew.
 */
async function untilFree(run: () => Promise<MigrationResultSet>): Promise<MigrationResultSet> {
  for (let tried = 1; ; tried++) {
    const result = await run()
    const { code } = (result.error ?? {}) as { code?: string }
    if (code !== deadlock || tried === mostTries) return result
  }
}

/** PostgreSQL's code of a transaction that was ended because others waited for it and it for them. */
const deadlock = '40P01'

/**
 * Makes the tables as they were after a migration, within the caller's transaction.
 * @throws StartRefusal if this version does not have the migration
 */
export async function migrateUpTo(db: Db, name: string): Promise<void> {
  const migrations = await migrationsIn(migrationsFolder)
  if (!migrations[name])
    throw new StartRefusal(
      `The backup was made by another version of Kabao: it has the migration ${name}, which this version does not have.`,
    )
  const provider = { getMigrations: async () => migrations }
  const { error } = await new Migrator({ db, provider, disableTransactions: true }).migrateTo(name)
  if (error) throw error
}

/** @param complete is part of the transaction, after the last migration */
async function migrationsIn(
  folder: string,
  complete: (write: Db) => Promise<void> = async () => undefined,
): Promise<Record<string, Migration>> {
  const names = await migrationNames(folder)
  const read = async (name: string): Promise<[string, Migration]> => {
    const text = await readFile(join(folder, `${name}.sql`), 'utf8')
    const up = async (db: Kysely<unknown>) => {
      await sql.raw(text).execute(db)
      await note(db as unknown as Db, name, neededCode(text))
      if (name === names.at(-1)) await complete(db as unknown as Db)
    }
    return [name, { up }]
  }
  return Object.fromEntries(await Promise.all(names.map(read)))
}

/** The number in the line `-- contract: needs code >= 0071` of a migration; null if it has none, because older code fits it. */
export function neededCode(text: string): number | null {
  const number = /^-- contract: needs code >= (\d{4})$/m.exec(text)?.[1]
  return number === undefined ? null : Number(number)
}

async function note(db: Db, name: string, needsCode: number | null): Promise<void> {
  if (!(await isThere(db, 'schema_step'))) return
  await sql`insert into schema_step (name, needs_code) values (${name}, ${needsCode})
    on conflict (name) do update set needs_code = excluded.needs_code`.execute(db)
}
