import pg from 'pg'
import { inThisSpan } from '../tracing/tracing.ts'
import type { Host } from './address.ts'
import { isWrite, type Writes, WritesHeld } from './held.ts'
import { isServerGone, UnclearCommit } from './lost.ts'
import { type Member, type Servers, streamOf } from './servers.ts'
import { type SessionSettings, settle, startupOf } from './session.ts'
import { traced } from './trace.ts'

/** How long closing a connection and opening one may take, in milliseconds. */
const endMs = 2_000
const openMs = 8_000
/** Opening one to one of several hosts, since another one may have taken over. */
const openOneMs = 4_000
/** How long a connection may be silent by default, and every one while a transaction begins, in milliseconds. */
const beginMs = 9_000

export type WatchedConfig = pg.ClientConfig &
  SessionSettings & {
    /** How long a connection with an open query may receive nothing, in milliseconds. */
    silenceMs?: number
    /** The servers behind the address. */
    servers?: Servers | undefined
    /** Those of its pool. */
    writes?: Writes
  }

/**
 * A connection that is destroyed if a query is open and nothing passes on it for a while. A network can drop packets silently, and a
 * server can be frozen; then the server's own statement timeout never reaches the client. The connection's statements fail, and a
 * pool opens another connection. A stream (COPY) may take any time while data passes.
 */
export class WatchedClient extends pg.Client implements Member {
  readonly #silenceMs: number
  readonly #openMs: number
  readonly #session: SessionSettings
  readonly #servers: Servers | null
  readonly #writes: Writes | null
  readonly since = performance.now()
  #serverStart: string | null = null
  #server: Host | null = null
  #waitedMs = 0
  #isBegun = false
  #isCut = false

  constructor(options: WatchedConfig = {}) {
    super(options)
    this.#silenceMs = options.silenceMs ?? beginMs
    const openMost = options.connectionTimeoutMillis || openMs
    this.#openMs = options.servers?.areSeveral ? Math.min(openMost, openOneMs) : openMost
    this.#session = options
    this.#servers = options.servers ?? null
    this.#writes = options.writes ?? null
    this.on('drain', () => streamOf(this).setTimeout(0))
  }

  get serverStart(): string | null {
    return this.#serverStart
  }

  /** Destroys the connection at once; what it does fails. */
  cut(why: string): void {
    this.#isCut = true
    // Nobody listens to the socket before it is used, and then an error would end the process.
    streamOf(this).destroy(this.#isBegun ? new Error(why) : undefined)
  }

  /** Subtracts the caller's wait for this connection from the timeout of its next statement, but leaves one second. */
  countWait(ms: number): void {
    this.#waitedMs = ms
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error) => void): void
  // biome-ignore lint/suspicious/noExplicitAny: the driver's method has two overloads
  override connect(callback?: any): any {
    const opened = this.#open()
    if (!callback) return opened.then(() => this)
    opened.then(() => callback(null), callback)
  }

  /** Finding the host, connecting and the first statement share one deadline. */
  async #open(): Promise<void> {
    const late = setTimeout(() => this.cut('The database does not answer'), this.#openMs)
    this.#servers?.join(this)
    this.once('end', () => this.#servers?.leave(this))
    // The pool listens once the connection is open; without a listener, the error would end the process.
    this.on('error', () => this.#servers?.distrust(this.#server))
    try {
      this.#server = (await this.#servers?.find()) ?? null
      if (this.#isCut) throw new Error('The database does not answer')
      if (this.#server) {
        this.host = this.#server.host
        this.port = this.#server.port
      }
      this.#isBegun = true
      await super.connect()
      this.#dropWithServer()
      if (this.#servers?.isShared) return
      const server = await settle(this, this.#session)
      this.#servers?.admit(server)
      this.#serverStart = server.start
      if (!server.isStandby) this.#servers?.opened(server.start)
    } catch (error) {
      this.#servers?.distrust(this.#server)
      this.#servers?.leave(this)
      streamOf(this).destroy()
      throw error
    } finally {
      clearTimeout(late)
    }
  }

  /** The driver knows the end of a connection, but not that its server became one that nothing can be written to. */
  #dropWithServer(): void {
    const { connection } = this as unknown as { connection: NodeJS.EventEmitter }
    connection.on('errorMessage', ({ code }: { code: string }) => {
      if (!isServerGone(code)) return
      this.#servers?.distrust(this.#server)
      setImmediate(() => this.cut('The database cannot be written to here any more'))
    })
  }

  /** The driver asks for it. */
  protected getStartupConf() {
    return startupOf(this)
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's method has a dozen overloads, and all are passed on
  override query(...args: any[]): any {
    const text = textOf(args[0])
    const { _queryable: isQueryable } = this as unknown as { _queryable: boolean }
    // What a lost connection had begun is rolled back by its end; an error here would hide why it was lost.
    if (text === 'rollback' && !isQueryable && typeof args.at(-1) !== 'function')
      return Promise.resolve({ command: 'ROLLBACK', rows: [], rowCount: null, oid: 0, fields: [] })
    if (this.#writes?.areHeld && isWrite(text)) return refuse(args.at(-1))
    const socket = streamOf(this)
    const silenceMs = /^(begin|start transaction)/.test(text)
      ? Math.min(this.#silenceMs, beginMs)
      : this.#silenceMs
    socket.setTimeout(Math.max(silenceMs - this.#waitedMs, Math.min(silenceMs, 1_000)))
    this.#waitedMs = 0
    if (socket.listenerCount('timeout') === 0)
      socket.on('timeout', () => this.cut('The database does not answer'))
    const asked = traced(text, args, (all) => (super.query as (...each: unknown[]) => unknown)(...all))
    return text === 'commit' && asked instanceof Promise ? asked.catch(throwUnclear) : asked
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  override end(...args: any[]): any {
    const socket = streamOf(this)
    const late = setTimeout(() => socket.destroy(), endMs).unref()
    socket.once('close', () => clearTimeout(late))
    return (super.end as (...all: unknown[]) => unknown)(...args)
  }
}

/** As the driver refuses a statement: by a promise, or to its caller's function. */
function refuse(callback: unknown): unknown {
  const error = new WritesHeld()
  if (typeof callback !== 'function') return Promise.reject(error)
  setImmediate(() => callback(error))
}

const textOf = (asked: unknown): string => {
  const text = typeof asked === 'string' ? asked : (asked as { text?: unknown } | null)?.text
  return typeof text === 'string' ? text : ''
}

/** A commit that the server refuses (a deferred constraint) was rolled back; any other failure may come after it was done. */
function throwUnclear(error: unknown): never {
  const { severity, code = '' } = error as { severity?: string; code?: string }
  throw severity !== undefined && !isServerGone(code) ? error : new UnclearCommit(error)
}

/** A pool that counts the wait for a connection: the wait and the first statement share the timeout of one statement. */
export class WatchedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(
    callback: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: Error | boolean) => void,
    ) => void,
  ): void
  // biome-ignore lint/suspicious/noExplicitAny: the driver's method has two overloads
  override connect(callback?: any): any {
    const from = performance.now()
    const counted = (client: pg.PoolClient | undefined) => {
      if (client instanceof WatchedClient) client.countWait(performance.now() - from)
    }
    if (!callback) {
      return super.connect().then((client) => {
        counted(client)
        return client
      })
    }
    const told = inThisSpan(callback)
    return super.connect((error, client, done) => {
      counted(client)
      told(error, client, done)
    })
  }
}
