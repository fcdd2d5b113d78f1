import type { Database, ServicePools } from '#platform/config/database'
import type { Db } from '#platform/db/client'
import { migrate } from '#platform/db/migrate'
import { switchJitOff } from '#platform/db/pooler'
import { ensureReportingRole } from '#platform/db/reporting-role'
import { awaitSchema, migrationNames, numberOf } from '#platform/db/schema-state'
import { ensureQueues } from '#platform/jobs/boss'
import { jobs } from './registry.ts'

/**
 * Migrates the database, or waits until another program has.
 * @param folder of the migrations, by default those of this version
 * @returns whether this program looks after queues and rights too: not if it does not migrate, and not if newer code did
 * @throws StartRefusal
 */
export async function prepareSchema(
  { role }: Pick<Database, 'role'>,
  db: Db,
  migrates: boolean,
  folder?: string,
): Promise<boolean> {
  if (migrates) return !(await migrate(db, { role, folder })).isNewer
  await awaitSchema(db, () => isPrepared(db))
  return false
}

/**
 * Creates the queues of the jobs, opens the service's connections, and grants them their rights, on these queues too; and the role of
 * other tools its own.
 */
export async function openPrepared(database: Database, db: Db, isOurs: boolean): Promise<ServicePools> {
  if (!isOurs) return database.openService({ grants: false })
  await ensureQueues(db, jobs)
  await switchJitOff(db)
  await ensureReportingRole(db)
  const pools = await database.openService({ grants: true })
  await notePrepared(db)
  return pools
}

/** The fact that tells to which migration queues and rights were prepared. */
const factKey = 'preparedTo'

const newestNumber = async () => numberOf((await migrationNames()).at(-1) ?? '0')

async function notePrepared(db: Db): Promise<void> {
  const value = String(await newestNumber())
  await db
    .insertInto('serviceFact')
    .values({ key: factKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

async function isPrepared(db: Db): Promise<boolean> {
  const fact = await db
    .selectFrom('serviceFact')
    .select('value')
    .where('key', '=', factKey)
    .executeTakeFirst()
  return Number(fact?.value ?? 0) >= (await newestNumber())
}
