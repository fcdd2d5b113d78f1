import type { Socket } from 'node:net'
import pg from 'pg'

/**
 * A connection that is destroyed when it is asked and nothing passes on it for a while. A network can drop what is sent
 * without a word, and then the server's own limit for a statement is never heard of. Its statements fail, and a pool makes another
 * connection. What streams (COPY) may take as long as it likes while something passes.
 */
export class WatchedClient extends pg.Client {
  readonly #silenceMs: number

  constructor(options: pg.ClientConfig & { silenceMs?: number } = {}) {
    super(options)
    this.#silenceMs = options.silenceMs ?? 9_000
    this.on('drain', () => this.#socket.setTimeout(0))
  }

  /** The driver puts TLS in its place once that is agreed on. */
  get #socket(): Socket {
    return (this as unknown as { connection: { stream: Socket } }).connection.stream
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's method has a dozen forms, and all are passed on
  override query(...args: any[]): any {
    const socket = this.#socket
    socket.setTimeout(this.#silenceMs)
    if (socket.listenerCount('timeout') === 0)
      socket.on('timeout', () => socket.destroy(new Error('The database does not answer')))
    return (super.query as (...all: unknown[]) => unknown)(...args)
  }
}
