import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration'
import { migrationsFolder } from '../base/paths.ts'
import { StartRefusal } from '../base/refusal.ts'
import type { Db } from './client.ts'
import { grantOnNew, grantWithin } from './rights.ts'
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
  const isFresh = before.missing.length === (await migrationNames(folder)).length
  const { error, results = [] } = await (isFresh ? atOnce : stepByStep)(db, folder, role)
  const failed = results.find((result) => result.status === 'Error')
  if (failed) throw new StartRefusal(`The migration ${failed.migrationName} failed.`, { cause: error })
  // Newer code may have migrated the database while this one waited for it.
  const after = await schemaState(db, folder)
  if (error && !after.isNewer) throw new StartRefusal('The database cannot be migrated.', { cause: error })
  return after
}

/** All migrations of an empty database, in one transaction. */
async function atOnce(db: Db, folder: string, role: string | null): Promise<MigrationResultSet> {
  const migrations = await migrationsIn(folder, {
    async after(write, isLast) {
      if (role !== null && isLast) await grantWithin(write, role)
    },
  })
  return migratorOf(db, migrations).migrateToLatest()
}

/**
 * The missing migrations beside a service that writes, each in a transaction of its own: in one they would hold the locks of all tables, and
 * the service takes them in another order. A migration that waits for a lock stops everybody behind it, so it waits briefly and
 * begins anew.
 */
async function stepByStep(db: Db, folder: string, role: string | null): Promise<MigrationResultSet> {
  const migrations = await migrationsIn(folder, {
    before: (write) => sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(write),
    async after(write, isLast) {
      if (role !== null) await (isLast ? grantWithin : grantOnNew)(write, role)
    },
  })
  const migrator = migratorOf(db, migrations)
  const until = performance.now() + patienceMs
  for (;;) {
    const step = await migrator.migrateUp()
    const isLocked = lockCodes.has((step.error as { code?: string } | undefined)?.code ?? '')
    if (isLocked && performance.now() < until) await sleep(pauseMs)
    else if (step.error || step.results?.length === 0) return step
  }
}

const migratorOf = (db: Db, migrations: Record<string, Migration>) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } })

/** How long a migration waits for a lock: less than PostgreSQL takes to look whether others wait for it (`deadlock_timeout`, 1 s). */
const lockMs = 400
/** Others go on in between. */
const pauseMs = 300
/** How long locks are tried for, in milliseconds. */
const patienceMs = 10 * 60_000
/** PostgreSQL's codes of a lock that was not to be had in time, and of one that waited for a waiting one. */
const lockCodes = new Set(['55P03', '40P01'])

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

/** What is done in the transaction of a migration, before and after it. */
interface Around {
  before?(write: Db): Promise<unknown>
  after?(write: Db, isLast: boolean): Promise<void>
}

async function migrationsIn(
  folder: string,
  { before, after }: Around = {},
): Promise<Record<string, Migration>> {
  const names = await migrationNames(folder)
  const read = async (name: string): Promise<[string, Migration]> => {
    const text = await readFile(join(folder, `${name}.sql`), 'utf8')
    const up = async (kysely: Kysely<unknown>) => {
      const write = kysely as unknown as Db
      await before?.(write)
      await sql.raw(text).execute(write)
      await note(write, name, neededCode(text))
      await after?.(write, name === names.at(-1))
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
