import type { Endpoint } from '@kabao/contract'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { Problem } from '../base/problem.ts'
import { changeChannel } from '../db/changes.ts'
import { createDb, type Db } from '../db/client.ts'
import type { Listener } from '../db/listen.ts'
import { insertedPlace, readLsn } from '../db/lsn.ts'
import { createReplica, type Replica } from '../db/replica.ts'

/** What says from where a caller may read. */
export interface Reader {
  /** The session or the token of the caller, on whose row the place is kept. */
  sessionId: string | null
  token?: { id: string } | null
  /** The place in the log of the caller's last write, as text; null without one. */
  wroteLsn: string | null
}

/** Decides for each read whether it goes to the replica. This is the only place that does. */
export interface Reads {
  /** Runs a read on the replica if it sees there all that it must, else on the primary. */
  run<T>(endpoint: Endpoint, reader: Reader | null, read: (db: Db) => Promise<T>): Promise<T>
  /** Notes that the caller has committed a write, so that the caller's reads see it, also at another instance. */
  wrote(reader: Reader | null): Promise<void>
  /** Whether reads may use the replica, but for those that wait for a change, and how far it is behind; null without one. */
  replica(): { isUsed: boolean; lagMs: number | null } | null
}

/**
 * Areas whose answers must be right at once: who the caller is and what the caller may do, settings, one's own tasks and messages, and
 * how the primary and the instances are.
 */
const onPrimary = new Set([
  'session',
  'account',
  'secondFactor',
  'admin',
  'accessToken',
  'role',
  'setting',
  'sso',
  'message',
  'file',
  'job',
  'exportTask',
  'operation',
])

/** Whether an answer may be as old as the replica is. */
const mayLag = ({ kind, access, download, name }: Endpoint): boolean =>
  access !== 'anyone' && kind === 'read' && !download && !onPrimary.has(name.split('.')[0] ?? '')

interface ReadsOptions {
  db: Db
  listener: Listener
  read: { pool: pg.Pool; lagSeconds: number } | null
  logger: FastifyBaseLogger
}

/** Opens the replica, if there is one; without it all reads go to the primary. */
export async function createReads({ db, listener, read, logger }: ReadsOptions) {
  if (read === null)
    return { run: onThis(db), wrote: async () => {}, replica: () => null, stop: async () => {} }
  const report = (error: unknown) => logger.warn({ err: error }, 'the replica cannot be read')
  const replica = createReplica({
    primary: db,
    replica: createDb(read.pool),
    lagSeconds: read.lagSeconds,
    report,
  })
  await listener.follow(changeChannel, () => replica.announce())
  return {
    ...readsOver(db, replica, report),
    replica: () => {
      const lagMs = replica.lagMs()
      return { isUsed: lagMs !== null && lagMs <= read.lagSeconds * 1_000, lagMs }
    },
    stop: () => replica.stop(),
  }
}

const onThis =
  (db: Db): Reads['run'] =>
  (_endpoint, _reader, read) =>
    read(db)

const readsOver = (
  primary: Db,
  replica: Replica,
  report: (error: unknown) => void,
): Omit<Reads, 'replica'> => ({
  async run(endpoint, reader, read) {
    if (reader === null || !mayLag(endpoint)) return read(primary)
    const after = reader.wroteLsn === null ? null : readLsn(reader.wroteLsn)
    if (!replica.isFresh(after)) return read(primary)
    try {
      return await read(replica.db)
    } catch (error) {
      const code = sqlStateOf(error)
      if (error instanceof Problem || code === timedOut) throw error
      // The connection broke, or the replica cancelled the statement. A read may run twice.
      if (code === null) replica.fail()
      report(error)
      return read(primary)
    }
  },
  async wrote(reader) {
    if (reader === null) return
    const table = sql.table(reader.sessionId === null ? 'access_token' : 'session')
    const note = sql`
      update ${table} set wrote_lsn = greatest(wrote_lsn, ${insertedPlace})
      where id = ${reader.sessionId ?? reader.token?.id ?? null}`
    // The write is committed, so the caller gets its answer.
    await note.execute(primary).catch(report)
  },
})

/** PostgreSQL's code for a statement that took too long; it would on the primary too. */
const timedOut = '57014'

/** PostgreSQL's code of an error; null if the error is not from the server. */
const sqlStateOf = (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? null) : null)
