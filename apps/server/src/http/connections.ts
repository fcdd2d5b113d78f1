import { Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** At a stop: how long a connection without a whole head of a request is waited for, in milliseconds. */
const unusedMs = 500
/** At a stop: how long a request may take to arrive and to be answered, in milliseconds: more than a statement, less than the 10 s that Fastify gives a hook. */
const answerMs = 9_000
/** The port is closed once no connection has come for so long, in milliseconds, and at the latest after the longest wait. */
const quietMs = 200
const longestWaitMs = 2_000
/** How often that is looked at, and how late a look may be before it says nothing about what waits, in milliseconds. */
const lookMs = 10
const lateMs = 50

/**
 * Ends the connections when the app is closed. In Node 20 its own close leaves those open that never sent a
 * request, newer versions end them at once, although the request of a new one may be on its way. So first it is waited until no
 * new ones come (`/readyz` says by then that the service stops), the port is closed, what arrives on open connections is
 * answered, and then all are closed.
 * @returns whether the app is being closed: from before the port is, so that who asks hears of it
 */
export function registerConnections(app: FastifyInstance): () => boolean {
  /** The open connections, each with how many of its requests are under way. */
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
        // Its head was sent before the stop, so it did not say that the connection closes.
        if (isOverdue && others === 0) socket.destroySoon()
      })
    })
  }

  watch(app.server)
  app.addHook('onListen', async () => {
    for (const server of otherServers(app)) watch(server)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    isStopping = true
    const from = performance.now()
    const listening = [...servers].filter((server) => server.listening)
    if (listening.length > 0) await untilQuiet(() => accepted)
    // As plain servers: the HTTP server's close would end connections too.
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

/** Where the host is a name of several addresses (`localhost`), Fastify has a server for each, and shows the first one only. */
function otherServers(app: FastifyInstance): Server[] {
  const symbol = Object.getOwnPropertySymbols(app).find(({ description }) => description === serverBindings)
  return symbol ? ((app as unknown as Record<symbol, Server[]>)[symbol] ?? []) : []
}

/** Source: Fastify 5, lib/symbols.js. */
const serverBindings = 'fastify.serverBindings'

/**
 * Waits until no connection has been accepted for a while, as the system resets those that still wait when the port is closed. A
 * look that is late says nothing: they may wait because the process is busy.
 * @param countAccepted how many connections were accepted so far
 */
async function untilQuiet(countAccepted: () => number): Promise<void> {
  const end = performance.now() + longestWaitMs
  let since = performance.now()
  for (;;) {
    const [from, before] = [performance.now(), countAccepted()]
    await sleep(lookMs)
    const now = performance.now()
    if (countAccepted() !== before || now - from > lookMs + lateMs) since = now
    if (now - since >= quietMs || now > end) return
  }
}
