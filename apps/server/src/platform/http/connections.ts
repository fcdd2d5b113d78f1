import { Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** At shutdown: how long to wait for a connection whose request head is incomplete, in milliseconds. */
const unusedMs = 500
/** How long a request may take to arrive and be answered at shutdown, in ms: above a statement, below a Fastify hook's 10 s. */
const answerMs = 9_000
/** The port is closed once no connection was accepted for this long, in milliseconds. */
const quietMs = 200
/** If they never end: after this long, at a check that is on time; a process that is always late waits no longer than the second. */
const longestWaitMs = 2_000
const longestLateMs = 5_000
/** The interval of that check, and how late a check may run and still count, in milliseconds. */
const lookMs = 10
const lateMs = 50

/**
 * Closes the connections when the app is closed. Node 20's own close leaves connections open that never sent a request; newer
 * versions close them at once, although a new one's request may be on its way. So this first waits until no new connections arrive
 * (`/readyz` already reports the shutdown), then closes the port, answers the requests that arrive on open connections, and closes
 * them all. `app.drain` begins the shutdown earlier: calls are answered, but `/readyz` reports the shutdown.
 * @param onDrain is called when the app begins to drain
 * @returns whether the app drains or is being closed; true before the port closes, so that `/readyz` can report it
 */
export function registerConnections(app: FastifyInstance, onDrain: () => void): () => boolean {
  /** The open connections, each with its number of requests under way. */
  const open = new Map<Socket, number>()
  const servers = new Set<Server>()
  let accepted = 0
  let isStopping = false
  let isOverdue = false
  let tellEmpty: (() => void) | null = null

  const watch = (server: Server) => {
    if (servers.has(server)) return
    servers.add(server)
    server.on('connection', (socket: Socket) => {
      accepted++
      open.set(socket, 0)
      socket.once('close', () => {
        open.delete(socket)
        if (open.size === 0) tellEmpty?.()
      })
    })
    server.on('request', ({ socket }, response) => {
      open.set(socket, (open.get(socket) ?? 0) + 1)
      response.once('close', () => {
        const others = (open.get(socket) ?? 1) - 1
        if (!open.has(socket)) return
        open.set(socket, others)
        // The response's head was sent before the shutdown, so it did not announce that the connection closes.
        if (isOverdue && others === 0) socket.destroySoon()
      })
    })
  }

  app.decorate('drain', async (seconds: number) => {
    isStopping = true
    onDrain()
    await sleep(seconds * 1_000)
  })
  watch(app.server)
  app.addHook('onListen', async () => {
    for (const server of otherServers(app)) watch(server)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', async () => {
    isStopping = true
    const from = performance.now()
    const listening = [...servers].filter((server) => server.listening)
    if (listening.length > 0) await untilQuiet(() => accepted)
    // Closed as plain TCP servers, because an HTTP server's close would end connections too.
    for (const server of listening) Server.prototype.close.call(server)
    if (open.size === 0) return
    const overdue = setTimeout(() => {
      isOverdue = true
      for (const [socket, requests] of open) if (requests === 0) socket.destroySoon()
    }, unusedMs)
    const last = setTimeout(
      () => {
        for (const socket of open.keys()) socket.destroy()
      },
      answerMs - (performance.now() - from),
    )
    await new Promise<void>((resolve) => {
      tellEmpty = resolve
    })
    clearTimeout(overdue)
    clearTimeout(last)
  })
  return () => isStopping
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Reports the shutdown and still answers calls, so that proxies can send new ones to other instances. Answers close their
     * connections from now on. Resolves after this many seconds.
     */
    drain(seconds: number): Promise<void>
  }
}

/** If the host is a name with several addresses (`localhost`), Fastify has a server for each, but exposes only the first. */
function otherServers(app: FastifyInstance): Server[] {
  const symbol = Object.getOwnPropertySymbols(app).find(({ description }) => description === serverBindings)
  return symbol ? ((app as unknown as Record<symbol, Server[]>)[symbol] ?? []) : []
}

/** Source: Fastify 5, lib/symbols.js. */
const serverBindings = 'fastify.serverBindings'

/**
 * Waits until no connection has been accepted for a while, because the system resets unaccepted ones when the port is closed. A
 * check that runs late does not count, because connections may be waiting while the process is busy.
 * @param countAccepted the number of connections accepted so far
 */
async function untilQuiet(countAccepted: () => number): Promise<void> {
  const begun = performance.now()
  let since = begun
  for (;;) {
    const [from, before] = [performance.now(), countAccepted()]
    await sleep(lookMs)
    const now = performance.now()
    const isLate = now - from > lookMs + lateMs
    if (countAccepted() !== before || isLate) since = now
    if (now - since >= quietMs || now - begun > (isLate ? longestLateMs : longestWaitMs)) return
  }
}
