import type pino from 'pino'
import { ensureFirstAdmin, hasDefaultPassword } from '#access/first-admin'
import { openDb } from '#db/client'
import { migrate } from '#db/migrate'
import { createLogger } from '#http/logger'
import { ensureQueues } from '#jobs/boss'
import { fillAllWords } from './choices/fill.ts'
import type { Config } from './config.ts'
import { checkDataKey } from './data-key.ts'
import { type Database, openDatabase, type ServicePools } from './database.ts'
import { fillDemo } from './demo/fill.ts'
import { jobs } from './job-list.ts'
import { ensureCheckKey } from './open/check-keys.ts'
import { makeAhead } from './partitions/keep.ts'
import { StartRefusal } from './refusal.ts'
import { openStorage } from './storage/open.ts'
import type { Storage } from './storage/storage.ts'
import { openVault, type Vault } from './vault.ts'

/** The README's heading of the section about the rights that the database users need. */
export const rightsSection = 'Rights in the database'

export interface Prepared {
  database: Database
  pools: ServicePools
  logger: pino.Logger
  vault: Vault
  storage: Storage
  /** The first account's password if it was generated; shown once. */
  firstPassword: string | null
  /** The publicly known password still opens the demo. */
  isOpenDemo: boolean
}

/**
 * Everything between the configuration and the open port: starts and migrates the database, checks its key, and creates the first
 * account and, in the embedded demo, the demo data.
 */
export async function prepare(config: Config, say: (line: string) => void): Promise<Prepared> {
  const logger = createLogger(config.logLevel)
  const database = await openDatabase(config, (line) => logger.info(line))
  try {
    const db = openDb(database.pool)
    await migrate(db)
    for (const { table, seconds } of await makeAhead(db))
      logger.warn({ table, seconds }, 'partitions ahead are missing')
    await checkDataKey(db, database.dataKey)
    const vault = openVault(database.dataKey)
    const storage = await openStorage(config.files)
    const firstPassword = await ensureFirstAdmin(db, {
      isDemo: config.isEmbedded && config.adminPassword === null,
      password: config.adminPassword,
    })
    const isOpenDemo = await hasDefaultPassword(db)
    if (isOpenDemo && !config.isLocal) {
      throw new StartRefusal(
        `The demo account still has its well-known password: start on 127.0.0.1, change it, and then listen on ${config.host}.`,
      )
    }
    if (config.demoUsers > 0) await fillDemo(database.pool, vault, config.demoUsers, { storage, say })
    await fillAllWords(db)
    await ensureCheckKey(db, vault)
    await ensureQueues(db, jobs)
    const pools = await database.openService()
    if (!pools.isKeptFromAudit) refuseOwnerRights(config, logger)
    return { database, pools, logger, vault, storage, firstPassword, isOpenDemo }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** As the owner of the tables, the service could remove the trigger that keeps the audit log from changes. */
function refuseOwnerRights({ isEmbedded, allowsOwnerRights }: Config, logger: pino.Logger): void {
  const sentence = `The user of DATABASE_URL could change the audit log, were it not for a trigger: see “${rightsSection}” in the README`
  if (!isEmbedded && !allowsOwnerRights) throw new StartRefusal(`${sentence}, or set ALLOW_OWNER_RIGHTS=1.`)
  logger.warn(sentence)
}
