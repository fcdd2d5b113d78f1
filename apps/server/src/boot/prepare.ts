import type pino from 'pino'
import { ensureFirstAdmin, findOpenAccounts } from '#access'
import { fillDemo } from '#demo/fill'
import { ensureCheckKey } from '#partners'
import { StartRefusal } from '#platform/base/refusal'
import { fillAllWords } from '#platform/choices/fill'
import type { Config } from '#platform/config/config'
import { type Database, openDatabase, type ServicePools } from '#platform/config/database'
import { createDb } from '#platform/db/client'
import { createLogger } from '#platform/http/logger'
import { forgetEmbeddedOldKey } from '#platform/keys/data-key'
import { followKeys, type KeyFollower, ringIn } from '#platform/keys/key-follower'
import { createVault, type Vault } from '#platform/keys/vault'
import { makeAhead } from '#platform/partitions/keep'
import { createStorage } from '#platform/storage/open'
import { checkSharedFolder } from '#platform/storage/shared-folder'
import type { Storage } from '#platform/storage/storage'
import { openPrepared, prepareSchema } from './prepare-schema.ts'

/** The heading in docs/operating.md of the section about the rights that the database users need. */
export const rightsSection = 'Rights in the database'

export interface Prepared {
  database: Database
  pools: ServicePools
  logger: pino.Logger
  vault: Vault
  /** Keeps the vault at the states of the data keys. */
  keys: KeyFollower
  storage: Storage
  /** The first account's password if it was generated; shown once. */
  firstPassword: string | null
  /** The accounts of the demo that the publicly known password still opens. */
  openAccounts: string[]
}

/**
 * Everything between the configuration and the open port: starts and migrates the database, checks its key, and creates the first
 * account and, in the embedded demo, the demo data.
 */
export async function prepare(config: Config, say: (line: string) => void): Promise<Prepared> {
  const logger = createLogger(config.logLevel)
  const database = await openDatabase(config, (line) => logger.info(line))
  try {
    const db = createDb(database.pool)
    const isOurs = await prepareSchema(database, db, config.migrates)
    for (const { table, seconds } of await makeAhead(db))
      logger.warn({ table, seconds }, 'partitions ahead are missing')
    const vault = createVault(await ringIn(db, database.dataKeys))
    if (config.isEmbedded && config.dataKey === null && vault.ring().others.length === 0)
      await forgetEmbeddedOldKey(config.dataDir)
    const storage = await createStorage(config.files)
    if (config.files.s3 === null) await checkSharedFolder(db, config.files.folder)
    const firstPassword = await ensureFirstAdmin(db, {
      isDemo: config.isEmbedded && config.adminPassword === null,
      password: config.adminPassword,
    })
    if (!config.isLocal) refuseOpenAccounts(config, await findOpenAccounts(db))
    if (config.demoUsers > 0) await fillDemo(database.pool, vault, config.demoUsers, { storage, say })
    const openAccounts = await findOpenAccounts(db)
    await fillAllWords(db)
    await ensureCheckKey(db, vault)
    const pools = await openPrepared(database, db, isOurs)
    if (!pools.isKeptFromAudit) refuseOwnerRights(config, logger)
    const keys = await followKeys({
      db: createDb(pools.pool),
      vault,
      keys: database.dataKeys,
      servesOpen: config.serve.has('open'),
      report: (error) => logger.warn({ err: error }, 'the states of the data keys could not be read'),
      onLost: (error) => leaveWithout(logger, error),
    })
    return { database, pools, logger, vault, keys, storage, firstPassword, openAccounts }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** Without a key that is needed from now on, the process ends in order, so that its supervisor starts it with the right ones or not at all. */
function leaveWithout(logger: pino.Logger, error: unknown): void {
  logger.fatal({ err: error }, 'this instance lacks a data key')
  process.kill(process.pid, 'SIGTERM')
}

function refuseOpenAccounts({ host }: Config, names: readonly string[]): void {
  if (names.length > 0)
    throw new StartRefusal(
      `Accounts of the demo still have its well-known password (${names.join(', ')}): start on 127.0.0.1, change it, and then listen on ${host}.`,
    )
}

/** As the owner of the tables, the service could remove the trigger that keeps the audit log from changes. */
function refuseOwnerRights({ isEmbedded, allowsOwnerRights }: Config, logger: pino.Logger): void {
  const sentence = `The user of DATABASE_URL could change the audit log, were it not for a trigger: see “${rightsSection}” in docs/operating.md`
  if (!isEmbedded && !allowsOwnerRights) throw new StartRefusal(`${sentence}, or set ALLOW_OWNER_RIGHTS=1.`)
  logger.warn(sentence)
}
