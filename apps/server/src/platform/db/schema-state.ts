import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { migrationsFolder } from '../base/paths.ts'
import { StartRefusal } from '../base/refusal.ts'
import type { Db } from './client.ts'

/** A schema that is there while a backup is restored, and after a restore that was killed. */
export const restoringSchema = 'restoring'

/** How the schema of a database relates to this code. */
export interface SchemaState {
  /** The migrations of this code that the database lacks, in their order. */
  missing: string[]
  /** The database has migrations of newer code, which this code fits. */
  isNewer: boolean
}

/** A migration of a database. `needsCode` is the number of the migration that code must have to run on it; null: any. */
interface Step {
  name: string
  needsCode: number | null
}

/** The names of the migrations in a folder, in their order. */
export const migrationNames = async (folder = migrationsFolder): Promise<string[]> =>
  (await readdir(folder))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => name.replace(/\.sql$/, ''))

/** The number of a migration: 71 of `0071-schema-step`. */
export const numberOf = (migration: string) => Number(migration.slice(0, 4))

/**
 * Compares the migrations of a database with those of this code.
 * @throws StartRefusal that names the migration which this code does not fit, or if the database is not wholly restored
 */
export async function schemaState(db: Db, folder = migrationsFolder): Promise<SchemaState> {
  await refuseUnfinished(db)
  const known = await migrationNames(folder)
  const newest = numberOf(known.at(-1) ?? '0')
  const steps = await stepsOf(db)
  const unknown = steps.filter(({ name }) => !known.includes(name))
  const there = new Set(steps.map(({ name }) => name))
  const missing = known.filter((name) => !there.has(name))

  const foreign = unknown.find(({ name }) => numberOf(name) <= newest)
  if (foreign || (unknown[0] && missing.length > 0)) throw ofAnother((foreign ?? (unknown[0] as Step)).name)
  const unfit = unknown.find(({ needsCode }) => needsCode !== null && needsCode > newest)
  if (unfit)
    throw new StartRefusal(
      `The database was migrated further than this version of Kabao can follow: the migration ${unfit.name} needs a version with ` +
        `the migration ${String(unfit.needsCode).padStart(4, '0')}, and this one ends at ${known.at(-1)}. Start a newer version.`,
    )
  return { missing, isNewer: unknown.length > 0 }
}

async function refuseUnfinished(db: Db): Promise<void> {
  const { rows } = await sql`select from pg_namespace where nspname = ${restoringSchema}`.execute(db)
  if (rows.length > 0)
    throw new StartRefusal(
      'A backup is being restored into the database, or its restore was killed: wait for its end, or run `npm run admin -- restore` again, which begins anew.',
    )
}

/** The state of the tables that another line of versions made is unknown. */
const ofAnother = (migration: string) =>
  new StartRefusal(
    `The database was made by another version of Kabao: it has the migration ${migration}, which this version does not have. ` +
      'Start the version that made it, or name an empty database in DATABASE_URL or a new folder in DATA_DIR.',
  )

/** How often a database is asked whether it is migrated, in milliseconds. */
const lookMs = 500

/**
 * Waits for another program to migrate the database.
 * @param isComplete whether all else is there that comes with a migration
 * @throws StartRefusal if the database is not migrated within this time, or does not fit this code
 */
export async function awaitSchema(
  db: Db,
  isComplete: () => Promise<boolean>,
  seconds = 60,
): Promise<SchemaState> {
  const end = performance.now() + seconds * 1_000
  for (;;) {
    const state = await stateIfAllowed(db)
    if (state.missing.length === 0 && (await isComplete().catch(falseIfDenied))) return state
    if (performance.now() > end)
      throw new StartRefusal(
        `With MIGRATE=off this service does not migrate, and the database lacks ${state.missing[0] ?? 'queues or rights'}: ` +
          'run `npm run admin -- migrate` first.',
      )
    await sleep(lookMs)
  }
}

/** PostgreSQL's code for a right that the user lacks; until the owner has granted them, the service's user has none. */
const denied = '42501'
function falseIfDenied(error: unknown): false {
  if ((error as { code?: string }).code !== denied) throw error
  return false
}

const stateIfAllowed = async (db: Db): Promise<SchemaState> =>
  (await schemaState(db).catch(falseIfDenied)) || { missing: ['the rights of its user'], isNewer: false }

/** The migrations that a database has, in their order; none if it is empty. */
async function stepsOf(db: Db): Promise<Step[]> {
  if (await isThere(db, 'schema_step')) {
    const { rows } =
      await sql<Step>`select name, needs_code as "needsCode" from schema_step order by name`.execute(db)
    return rows
  }
  if (!(await isThere(db, 'kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => ({ name, needsCode: null }))
}

/** Whether the database has this table. */
export async function isThere(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(
    db,
  )
  return rows[0]?.found === true
}
