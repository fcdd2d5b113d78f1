import { Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** At a stop: how long a connection without a whole head of a request is waited for, in milliseconds. */
const unusedMs = 500
/** At a stop: how long a request may take to arrive and to be answered, in milliseconds: more than a statement, less than the 10 s that Fastify gives a hook. */
const answerMs = 9_000
/** How short a turn of the event loop must be for the port to be closed at its end, and how long one is waited for, in milliseconds. */
const shortTurnMs = 1
const longestWaitMs = 2_000

/**
 * Ends the connections when the app is closed. In Node 20 its own close leaves those open that never sent a
 * request, newer versions end them at once, although the request of a new one may be on its way. So first the port is closed, then what
 * arrives on open connections is answered, then all are closed.
 */
export function registerConnections(app: FastifyInstance): void {
  /** The open connections, each with how many of its requests are under way. */
  const open = new Map<Socket, number>()
  let accepted = 0
  let isStopping = false
  let isOverdue = false
  let tellEmpty: (() => void) | null = null

  app.server.on('connection', (socket: Socket) => {
    accepted++
    open.set(socket, 0)
    socket.once('close', () => {
      open.delete(socket)
      if (open.size === 0) tellEmpty?.()
    })
  })
  app.server.on('request', ({ socket }, response) => {
    open.set(socket, (open.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const others = (open.get(socket) ?? 1) - 1
      if (!open.has(socket)) return
      open.set(socket, others)
      // Its head was sent before the stop, so it did not say that the connection closes.
      if (isOverdue && others === 0) socket.destroySoon()
    })
  })

  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    isStopping = true
    if (app.server.listening) {
      await untilQuiet(() => accepted)
      // As a plain server: the HTTP server's close would end connections too.
      Server.prototype.close.call(app.server)
    }
    if (open.size === 0) return
    const overdue = setTimeout(() => {
      isOverdue = true
      for (const [socket, requests] of open) if (requests === 0) socket.destroySoon()
    }, unusedMs)
    const last = setTimeout(() => {
      for (const socket of open.keys()) socket.destroy()
    }, answerMs)
    await new Promise<void>((resolve) => {
      tellEmpty = resolve
    })
    clearTimeout(overdue)
    clearTimeout(last)
  })
}

/**
 * Waits for the end of a short turn of the event loop in which no connection was accepted: Node accepts one in each turn, and
 * the system resets those that still wait when the port is closed.
 * @param countAccepted how many connections were accepted so far
 */
async function untilQuiet(countAccepted: () => number): Promise<void> {
  const end = performance.now() + longestWaitMs
  // From here on each wait is a whole turn.
  await new Promise(setImmediate)
  for (;;) {
    const [from, before] = [performance.now(), countAccepted()]
    await new Promise(setImmediate)
    const now = performance.now()
    if ((countAccepted() === before && now - from < shortTurnMs) || now > end) return
  }
}
