import { PostgresError, startPostgres } from '@kabao/postgres'
import type pg from 'pg'
import { openPool } from '#db/client'
import type { Config } from './config.ts'
import { embeddedDataKey } from './data-key.ts'
import { StartRefusal } from './refusal.ts'

export interface Database {
  pool: pg.Pool
  /** For what must count although a transaction is rolled back. */
  sidePool: pg.Pool
  dataKey: string
  /** Ends the connections, then the embedded server where there is one. */
  stop(): Promise<void>
}

/** The versions that the service runs on. Source: storage.md. */
const oldestVersion = 15
const newestVersion = 18

/**
 * Opens the database that the configuration names, or starts the embedded one.
 * @throws StartRefusal in one sentence
 */
export async function openDatabase(config: Config, report: (line: string) => void): Promise<Database> {
  if (config.databaseUrl === null) return openEmbedded(config, report)
  const options = { connectionString: config.databaseUrl }
  const pools = openPools(options, config.poolSize, report)
  try {
    await checkVersion(pools.pool)
  } catch (error) {
    await pools.end()
    if (error instanceof StartRefusal) throw error
    throw new StartRefusal(`The database at DATABASE_URL cannot be used: ${reasonOf(error)}`)
  }
  return { ...pools, dataKey: config.dataKey as string, stop: pools.end }
}

async function openEmbedded(config: Config, report: (line: string) => void): Promise<Database> {
  const postgres = await startPostgres({
    dataDir: config.dataDir,
    database: 'kabao',
    log: report,
    onExit: leave,
  }).catch((error: unknown) => {
    throw error instanceof PostgresError ? new StartRefusal(error.message) : error
  })
  const pools = openPools(postgres.connection, config.poolSize, report)
  return {
    ...pools,
    dataKey: config.dataKey ?? (await embeddedDataKey(config.dataDir)),
    stop: async () => {
      await pools.end()
      await postgres.stop()
    },
  }
}

/** Without its database the service is nothing: whoever watches the process starts both again. */
function leave(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function openPools(options: pg.PoolConfig, size: number, report: (line: string) => void) {
  const onIdleError = (error: Error) => report(`The database closed a connection: ${error.message}`)
  const pool = openPool({ ...options, max: size, onIdleError })
  const sidePool = openPool({ ...options, max: 3, onIdleError })
  return { pool, sidePool, end: async () => void (await Promise.all([pool.end(), sidePool.end()])) }
}

async function checkVersion(pool: pg.Pool) {
  const { rows } = await pool.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  )
  const version = rows[0]?.version ?? 0
  if (version < oldestVersion || version > newestVersion) {
    throw new StartRefusal(
      `The database is PostgreSQL ${version}; this service runs on ${oldestVersion} to ${newestVersion}.`,
    )
  }
}

/** Why a connection failed, without the address: it may hold a password. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0]) return reasonOf(error.errors[0])
  const { code, message } = error as { code?: string; message?: string }
  switch (code) {
    case 'ECONNREFUSED':
      return 'nothing listens there.'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'its host is not known.'
    case '28P01':
    case '28000':
      return 'it refuses this user or password.'
    case '3D000':
      return 'it has no database of that name.'
    default:
      return `${message ?? String(error)}.`
  }
}
