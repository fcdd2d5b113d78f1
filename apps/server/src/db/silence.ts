import type { Socket } from 'node:net'
import pg from 'pg'

/** How long closing a connection may take, in milliseconds. */
const endMs = 2_000

export type WatchedConfig = pg.ClientConfig & {
  /** How long a connection with an open query may receive nothing, in milliseconds. */
  silenceMs?: number
}

/**
 * A connection that is destroyed if a query is open and nothing passes on it for a while. A network can drop packets silently, and
 * then the server's own statement timeout never reaches the client. The connection's statements fail, and a pool opens another
 * connection. A stream (COPY) may take any time while data passes.
 */
export class WatchedClient extends pg.Client {
  readonly #silenceMs: number
  #waitedMs = 0

  constructor(options: WatchedConfig = {}) {
    super(options)
    this.#silenceMs = options.silenceMs ?? 9_000
    this.on('drain', () => this.#socket.setTimeout(0))
  }

  /** The driver replaces the socket with a TLS socket after the TLS handshake begins. */
  get #socket(): Socket {
    return (this as unknown as { connection: { stream: Socket } }).connection.stream
  }

  /** Subtracts the caller's wait for this connection from the timeout of its next statement, but leaves one second. */
  countWait(ms: number): void {
    this.#waitedMs = ms
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's method has a dozen overloads, and all are passed on
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
    return super.connect((error, client, done) => {
      counted(client)
      callback(error, client, done)
    })
  }
}
