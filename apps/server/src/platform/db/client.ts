import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'
import type { Servers } from './servers.ts'
import { WatchedClient, type WatchedConfig, WatchedPool } from './silence.ts'

/** How long a statement of the owner may take, in milliseconds: an index over a filled table, or the wait for another migration. */
export const ownerMs = 30 * 60_000

/** A pool or a transaction; query functions take it first and work with either. */
export type Db = Kysely<Schema>

export type PoolOptions = pg.PoolConfig & {
  onIdleError?: ((error: Error) => void) | undefined
  /** The role that each connection switches to when it opens. */
  role?: string | null
  /** How long a query may go without any response, in milliseconds; by default a second more than a statement may take. */
  silenceMs?: number
  /** The servers behind the address, if it has more than the driver understands. */
  servers?: Servers
}

/** The oids of PostgreSQL's `date` and `timestamptz`. Source: pg_type.dat. */
const dateOid = 1082
const timestamptzOid = 1184

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === timestamptzOid) return isoInstant
    if (format !== 'binary' && oid === dateOid) return String
    return pg.types.getTypeParser(oid, format as 'text')
  }) as typeof pg.types.getTypeParser,
}

/** The pool. A statement times out after 8 s, before the console does at 10 s; so does a wait for a connection; both together after 9 s. */
export function createPool({ onIdleError, ...options }: PoolOptions): pg.Pool {
  const statementMs = options.statement_timeout || 8_000
  const all: pg.PoolConfig & WatchedConfig = {
    silenceMs: statementMs + 1_000,
    Client: WatchedClient,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: 8_000,
    idle_in_transaction_session_timeout: 15_000,
    connectionTimeoutMillis: 8_000,
    application_name: 'kabao',
    types,
    writes: { areHeld: false },
    ...options,
  }
  const pool = new WatchedPool(all)
  pool.on('error', (error) => onIdleError?.(error))
  // Each instance in a process listens for faults; a test has many.
  pool.setMaxListeners(100)
  // If the connection breaks between two statements, the next statement fails. Without a listener the error would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    reportFaults(pool, client)
  })
  return pool
}

/**
 * Every error of the server is an event `fault` of the pool: some are about the server and not the statement, and are met by whoever
 * happens to write.
 */
function reportFaults(pool: pg.Pool, client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
  connection.on('errorMessage', (error) => pool.emit('fault' as 'error', error, client))
}

export const createDb = (pool: pg.Pool): Db =>
  new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

/** Queries over one held connection, so they are part of its current transaction, if any. */
export const dbOver = (client: pg.PoolClient): Db => {
  const held = { query: client.query.bind(client), release: () => undefined }
  return createDb({ connect: async () => held, end: async () => undefined } as unknown as pg.Pool)
}

/** `2026-11-21 09:05:43.12+00` → `2026-11-21T09:05:43.120Z`; the connection's zone is UTC, and columns keep milliseconds. */
export function isoInstant(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?\+00$/.exec(text)
  if (!match) return text
  return `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0')}Z`
}
