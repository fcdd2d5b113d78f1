import { reachPostgres } from '@kabao/postgres'
import { StartRefusal } from '#platform/base/refusal'
import type { Config } from '#platform/config/config'
import { type Database, openDatabase } from '#platform/config/database'
import { createDb, createPool, ownerMs } from '#platform/db/client'
import { ensureServiceRole } from '#platform/db/rights'

/**
 * Opens the configured database for a command: a database that the running service holds is used as it is; an embedded one that
 * is not running is started until the command ends.
 * @throws StartRefusal if there is no database yet
 */
export async function openForCommand(config: Config): Promise<Pick<Database, 'pool' | 'role' | 'stop'>> {
  if (!config.isEmbedded) return openDatabase(config, () => undefined)
  const { isThere, running } = await reachPostgres({ dataDir: config.dataDir, database: 'kabao' })
  if (!isThere)
    throw new StartRefusal(`There is no database in ${config.dataDir} yet: start the service once.`)
  if (!running) return openDatabase(config, () => undefined)
  const pool = createPool({ ...running, max: 2, statement_timeout: ownerMs })
  return {
    pool,
    role: () => ensureServiceRole(createDb(pool), { canLogIn: true }),
    stop: () => pool.end(),
  }
}
