import { setTimeout as sleep } from 'node:timers/promises'
import { PostgresError, startPostgres } from '@kabao/postgres'
import type pg from 'pg'
import { StartRefusal } from '../base/refusal.ts'
import { createDb, createPool, ownerMs, type PoolOptions } from '../db/client.ts'
import { compiles, refuseUnset, sharesConnections } from '../db/pooler.ts'
import { ensureServiceRole, grantRights, isKeptFromAudit } from '../db/rights.ts'
import { connectionTo } from '../db/servers.ts'
import { WatchedClient } from '../db/silence.ts'
import { embeddedDataKeys } from '../keys/data-key.ts'
import type { DataKeys } from '../keys/key-state.ts'
import type { Config } from './config.ts'
import { mostConnections, poolSizes } from './pool-sizes.ts'

export interface Database {
  /** As the owner of the tables: for migrations, and for commands. */
  pool: pg.Pool
  dataKeys: DataKeys
  /** The role that the service works as, made if need be; null: it works as the user of the address. */
  role(): Promise<string | null>
  /** Opens the service's connections once the tables exist, with only the rights that the service needs. */
  openService(options: ServiceOptions): Promise<ServicePools>
  /** Closes all connections, then stops the embedded server if there is one. */
  stop(): Promise<void>
}

export interface ServiceOptions {
  /** Whether to grant the service its rights on the tables; otherwise it has them already. */
  grants: boolean
}

export interface ServicePools {
  pool: pg.Pool
  /** For writes that stay if the transaction of the request is rolled back. */
  sidePool: pg.Pool
  /** For the light jobs; their statements may still take minutes. */
  jobPool: pg.Pool
  /** For the heavy ones, which may hold a connection for minutes. */
  heavyJobPool: pg.Pool
  /** For the pipeline, so that neither it nor the console waits for the other. */
  enginePool: pg.Pool
  /** For the job queue, whose statements are short, so that a broken connection does not block it for minutes. */
  queuePool: pg.Pool
  /** For reads that may lag, on the replica; null without one. */
  readPool: pg.Pool | null
  /** For reads of minutes by jobs, on the replica; null without one. */
  longReadPool: pg.Pool | null
  /** For the calls of the partner API; the pool of the other calls, if it has no address of its own. */
  createPool: pg.Pool
  /** Whether these connections may only add to the audit log, not change it. */
  isKeptFromAudit: boolean
}

/** The supported versions. Source: docs/decisions/001-postgresql-only-embedded-by-our-launcher.md. */
const oldestVersion = 15
const newestVersion = 18

/**
 * Connects to the configured database, or starts the embedded one.
 * @throws StartRefusal in one sentence
 */
export async function openDatabase(config: Config, report: (line: string) => void): Promise<Database> {
  if (config.databaseUrl === null) return openEmbedded(config, report)
  const open = poolOpener(config, report)
  const isOneUser = config.ownerUrl === config.databaseUrl
  const own = connectionTo(config.databaseUrl)
  const owner = isOneUser || config.ownerUrl === null ? own : connectionTo(config.ownerUrl, own.servers)
  const intake = config.openUrl === null ? null : connectionTo(config.openUrl, own.servers)
  const pool = open.owner(owner)
  const check = async () => {
    await explained(isOneUser ? 'DATABASE_URL' : 'DATABASE_OWNER_URL', () => checkVersion(pool))
    await explained('DATABASE_URL', () => refuseShared(own))
  }
  await check().catch(async (error) => {
    await open.end()
    throw error
  })
  const role = () =>
    isOneUser
      ? ensureServiceRole(createDb(pool), { canLogIn: false })
      : explained('DATABASE_URL', () => nameOf(own))
  return {
    pool,
    dataKeys: { key: config.dataKey as string, old: config.oldDataKey },
    role,
    openService: async ({ grants }) => open.service(grants ? pool : null, await role(), own, intake),
    stop: open.end,
  }
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
  const open = poolOpener(config, report)
  const pool = open.owner(postgres.connection)
  const roleOf = () => ensureServiceRole(createDb(pool), { canLogIn: true })
  return {
    pool,
    role: roleOf,
    dataKeys:
      config.dataKey === null
        ? await embeddedDataKeys(config.dataDir)
        : { key: config.dataKey, old: config.oldDataKey },
    openService: async ({ grants }) => {
      const role = await roleOf()
      return open.service(grants ? pool : null, role, {
        ...postgres.connection,
        user: role ?? postgres.connection.user,
      })
    },
    stop: async () => {
      await open.end()
      await postgres.stop()
    },
  }
}

/** Without its database the process exits, so that its supervisor restarts both. */
function leave(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** How long closing the connections may take, in milliseconds. */
const poolEndMs = 2_000

/** How long a statement of a job may take, in milliseconds. */
const longMs = 10 * 60_000

/** Opens pools, and keeps a list of them so that all can be closed. */
function poolOpener(config: Config, report: (line: string) => void) {
  const sizes = poolSizes(config)
  const pools: pg.Pool[] = []
  const open = (options: PoolOptions) => {
    const onIdleError = (error: Error) => report(`The database closed a connection: ${error.message}`)
    const pool = createPool({ ...options, onIdleError })
    pools.push(pool)
    return pool
  }
  return {
    /** Few connections, seldom used. */
    owner: (options: PoolOptions) => open({ ...options, max: sizes.owner, statement_timeout: ownerMs }),
    /**
     * @param granter as the owner, grants the service its rights; null: it has them
     * @param role the role that the connections switch to; null: they keep their user
     * @param intake how the pool of the partner API connects, if it has an address of its own
     */
    async service(
      granter: pg.Pool | null,
      role: string | null,
      options: PoolOptions,
      intake: PoolOptions | null = null,
    ): Promise<ServicePools> {
      if (granter && role !== null) await grantRights(createDb(granter), role)
      const pool = open({ ...options, role, max: sizes.calls })
      const sidePool = open({ ...options, role, max: sizes.side })
      const jobOptions = { ...options, role, statement_timeout: longMs }
      const jobPool = open({ ...jobOptions, max: sizes.jobs })
      const heavyJobPool = open({ ...jobOptions, max: sizes.heavyJobs })
      const enginePool = open({ ...options, role, max: sizes.pipeline })
      const queuePool = open({ ...options, role, max: sizes.queue, statement_timeout: 30_000 })
      await refuseUnset(pool, role, 'DATABASE_URL')
      const intakePool = intake === null ? pool : open({ ...intake, role, max: sizes.intake })
      if (intake !== null)
        await explained('DATABASE_OPEN_URL', () => refuseUnset(intakePool, role, 'DATABASE_OPEN_URL'))
      if (intake !== null && (await compiles(intakePool)))
        report(
          'The connections of DATABASE_OPEN_URL have jit on, which slows calls down: see “Poolers” in docs/operating.md, then have the pooler connect again.',
        )
      const { readUrl } = config
      const onReplica = (max: number, more: PoolOptions = {}) =>
        readUrl === null || max === 0 ? null : open({ ...connectionTo(readUrl), role, max, ...more })
      const readPool = onReplica(sizes.reads)
      const longReadPool = onReplica(sizes.longReads, { statement_timeout: longMs })
      report(`This instance opens at most ${mostConnections(sizes)} connections: ${JSON.stringify(sizes)}`)
      const isKept = (await isKeptFromAudit(createDb(pool))) && (await isKeptFromAudit(createDb(intakePool)))
      return {
        pool,
        sidePool,
        jobPool,
        heavyJobPool,
        enginePool,
        queuePool,
        createPool: intakePool,
        readPool,
        longReadPool,
        isKeptFromAudit: isKept,
      }
    },
    /** A connection that does not close in time is cut off with its server or with the process, because a statement may hang. */
    async end() {
      const all = Promise.allSettled(pools.map((pool) => pool.end()))
      await Promise.race([all, sleep(poolEndMs, undefined, { ref: false })])
    },
  }
}

/** The database user and role of a connection. */
async function nameOf(options: pg.ClientConfig): Promise<string> {
  const client = new WatchedClient({ connectionTimeoutMillis: 8_000, ...options })
  try {
    await client.connect()
    const { rows } = await client.query('select current_user as name')
    return rows[0]?.name ?? ''
  } finally {
    await client.end()
  }
}

async function refuseShared(options: pg.ClientConfig): Promise<void> {
  const bare = { connectionTimeoutMillis: 8_000, ...options }
  if (await sharesConnections(() => new WatchedClient(bare).connect()))
    throw new StartRefusal(
      'DATABASE_URL leads through a pooler that shares connections between transactions: use its session mode, and name this address in DATABASE_OPEN_URL with pool_mode=transaction.',
    )
}

/** @throws StartRefusal in one sentence that names the variable */
async function explained<T>(variable: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof StartRefusal) throw error
    throw new StartRefusal(`The database at ${variable} cannot be used: ${reasonOf(error)}`)
  }
}

async function checkVersion(pool: pg.Pool) {
  const question: pg.QueryConfig & { query_timeout: number } = {
    text: `select current_setting('server_version_num')::int / 10000 as version`,
    // Statements of the owner may take minutes, but the check at the start must not wait that long.
    query_timeout: 9_000,
  }
  const { rows } = await pool.query(question)
  const version = rows[0]?.version ?? 0
  if (version < oldestVersion || version > newestVersion) {
    throw new StartRefusal(
      `The database is PostgreSQL ${version}; this service runs on ${oldestVersion} to ${newestVersion}.`,
    )
  }
}

/** Why a connection failed, without the address, which may hold a password. */
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
