import type { Socket } from 'node:net'
import pg from 'pg'

/** How long the connection may take to end in order, in milliseconds. */
const endMs = 2_000

export type WatchedConfig = pg.ClientConfig & {
  /** How long it may say nothing when it was asked, in milliseconds. */
  silenceMs?: number
}

/**
 * A connection that is destroyed when it is asked and nothing passes on it for a while. A network can drop what is sent
 * without a word, and then the server's own limit for a statement is never heard of. Its statements fail, and a pool makes another
 * connection. What streams (COPY) may take as long as it likes while something passes.
 */
export class WatchedClient extends pg.Client {
  readonly #silenceMs: number
  #waitedMs = 0

  constructor(options: WatchedConfig = {}) {
    super(options)
    this.#silenceMs = options.silenceMs ?? 9_000
    this.on('drain', () => this.#socket.setTimeout(0))
  }

  /** The driver puts TLS in its place once that is agreed on. */
  get #socket(): Socket {
    return (this as unknown as { connection: { stream: Socket } }).connection.stream
  }

  /** Takes what a caller has waited for this connection off the time of its next statement, but for one second. */
  countWait(ms: number): void {
    this.#waitedMs = ms
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's method has a dozen forms, and all are passed on
  override query(...args: any[]): any {
    const socket = this.#socket
    socket.setTimeout(Math.max(this.#silenceMs - this.#waitedMs, Math.min(this.#silenceMs, 1_000)))
    this.#waitedMs = 0
    if (socket.listenerCount('timeout') === 0)
      socket.on('timeout', () => socket.destroy(new Error('The database does not answer')))
    return (super.query as (...all: unknown[]) => unknown)(...args)
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  override end(...args: any[]): any {
    const socket = this.#socket
    const late = setTimeout(() => socket.destroy(), endMs).unref()
    socket.once('close', () => clearTimeout(late))
    return (super.end as (...all: unknown[]) => unknown)(...args)
  }
}

/** A pool whose wait for a connection counts: the wait and the first statement have the time of one statement together. */
export class WatchedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(
    callback: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: Error | boolean) => void,
    ) => void,
  ): void
  // biome-ignore lint/suspicious/noExplicitAny: the driver's method has two forms
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
    return super.connect((error, client, done) => {
      counted(client)
      callback(error, client, done)
    })
  }
}
