import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { socketFolder, superuser } from './cluster.ts'
import { type Connection, query } from './query.ts'
import { shortPath } from './short-path.ts'

/**
 * How to connect to the database of a data folder while another process runs it. Nothing is started, locked or changed.
 * @returns `running: null` if it is not running, `isThere: false` if there is no database in the folder
 */
export async function reachPostgres({
  dataDir,
  database,
}: {
  dataDir: string
  database: string
}): Promise<{ isThere: boolean; running: Connection | null }> {
  const cluster = join(resolve(dataDir), 'cluster')
  const has = async (path: string) => (await stat(path).catch(() => undefined)) !== undefined
  if (!(await has(cluster))) return { isThere: false, running: null }
  const sockets = join(cluster, socketFolder)
  if (!(await has(sockets))) return { isThere: true, running: null }
  const connection = { host: await shortPath(sockets), port: 5432, user: superuser, database }
  const isRunning = await query(connection, 'select 1', 3_000).then(
    () => true,
    () => false,
  )
  return { isThere: true, running: isRunning ? connection : null }
}
