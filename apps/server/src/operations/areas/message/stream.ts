import { type Language, languageOf } from '@kabao/contract'
import { pointsOf } from '@kabao/contract/app/areas'
import { menuFingerprint, menuTree } from '@kabao/contract/app/menu'
import { type Changed, type MessageItem, messageStream } from '@kabao/contract/operations/message'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accessChannel } from '#access'
import { Problem } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import { changeChannel } from '#platform/db/changes'
import type { Db } from '#platform/db/client'
import { messageChannel } from '#platform/db/messages'
import { admit, tokenOf } from '#platform/http/admin-entrance'
import { refused } from '#platform/http/envelope'
import type { EventStream } from '#platform/http/event-stream'
import type { Served } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { changeFeed, forReader } from './changes.ts'
import * as queries from './queries.ts'

/**
 * How far a stream looks back from the newest message that it has sent, in milliseconds. A message that was written earlier may be
 * committed later, so "everything after this message" would miss it; a write takes less time than this.
 */
const lookBack = 60_000

/**
 * `GET /message/stream`: the caller's new messages, unread counts and menu, and the areas with changed data, until the caller
 * disconnects or the session ends.
 */
export const messageStreamRoute = (services: Services): Served => ({
  register(app: FastifyInstance) {
    const messages = subscribersByAdmin()
    const accesses = subscribersByAdmin()
    const changes = changeFeed()
    // A stream begins with the areas that changed shortly before it.
    app.addHook('onReady', async () => void (await services.listener.follow(changeChannel, changes.receive)))
    let following: Promise<unknown> | null = null

    app.get(`/api${messageStream.path}`, { exposeHeadRoute: false }, async (request, reply) => {
      const language = languageOf(request.headers['accept-language'])
      const findCaller = () => services.findCaller(tokenOf(request), { isUse: false })
      const caller = await findCaller()
      try {
        admit({ access: 'signedIn', point: null, name: 'message.stream', byPerson: true }, caller)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        reply.envelopeCode = error.code
        return reply.header('cache-control', 'no-store').send(refused(error, language))
      }
      let current = caller as Caller
      const { adminId } = current
      // Subscribed before the first read, so that no notification in between is missed.
      following ??= Promise.all([
        services.listener.follow(messageChannel, messages.receive),
        services.listener.follow(accessChannel, accesses.receive),
      ])
      await following
      const stream = services.streams.open(reply, adminId)
      const news = await openNews(services.db, { adminId, language, lastId: lastIdOf(request), stream })
      const wake = single(async () => {
        if (stream.isOpen) await news()
      })
      const sendNews = () =>
        void wake().catch((error: unknown) => {
          request.log.error({ err: error }, 'a stream failed')
          stream.end()
        })
      const sendMenu = openMenu(stream)
      const sendChanged = ({ areas, ago }: Changed) => {
        const readable = forReader(areas, current)
        if (readable?.length !== 0)
          stream.send({ event: 'changed', data: { areas: readable, ago } satisfies Changed })
      }
      const checkCaller = () =>
        void findCaller().then(
          (found) => {
            if (!found) return stream.end()
            current = found
            sendMenu(found)
          },
          () => stream.end(),
        )
      const unsubscribes = [
        messages.subscribe(adminId, sendNews),
        accesses.subscribe(adminId, checkCaller),
        changes.subscribe((areas) => sendChanged({ areas })),
      ]
      const heartbeat = setInterval(() => {
        stream.beat()
        checkCaller()
      }, services.heartbeatMs)
      stream.onEnd(() => {
        clearInterval(heartbeat)
        for (const unsubscribe of unsubscribes) unsubscribe()
      })
      changes.recent().forEach(sendChanged)
      sendNews()
      checkCaller()
    })
  },
})

/** The subscribers to notifications about an administrator. */
function subscribersByAdmin() {
  const wakeBy = new Map<string, Set<() => void>>()
  return {
    /** @param payload ids of administrators, joined by commas; null means all */
    receive(payload: string | null) {
      const ids = payload === null ? [...wakeBy.keys()] : payload.split(',')
      for (const id of ids) for (const wake of wakeBy.get(id) ?? []) wake()
    },
    /** @returns the function that unsubscribes */
    subscribe(adminId: string, wake: () => void): () => void {
      const wakes = wakeBy.get(adminId) ?? new Set()
      wakeBy.set(adminId, wakes.add(wake))
      return () => {
        wakes.delete(wake)
        if (wakes.size === 0 && wakeBy.get(adminId) === wakes) wakeBy.delete(adminId)
      }
    },
  }
}

/** @returns a function that sends the caller's menu at first and after each change */
function openMenu(stream: EventStream): (caller: Caller) => void {
  let known = ''
  return ({ isSuper, points }) => {
    const tree = menuTree(pointsOf, (node) => isSuper || points.has(node))
    const fingerprint = menuFingerprint(tree)
    if (fingerprint === known) return
    known = fingerprint
    stream.send({ event: 'menu', data: { fingerprint } })
  }
}

interface Reader {
  adminId: string
  language: Language
  /** The newest message that the client has received, if it resumes. */
  lastId: string | null
  stream: EventStream
}

/** Prepares a caller's stream. @returns a function that sends the messages since its last call, then changed counts */
async function openNews(db: Db, { adminId, language, lastId, stream }: Reader): Promise<() => Promise<void>> {
  const resumed = lastId === null ? undefined : await queries.timeOf(db, adminId, lastId)
  let newest = Date.parse(resumed ?? (await queries.readClock(db)))
  const known = new Map<string, number>()
  const note = (items: MessageItem[]) => {
    for (const { id, time } of items) {
      known.set(id, Date.parse(time))
      newest = Math.max(newest, Date.parse(time))
    }
    for (const [id, time] of known) if (time < newest - lookBack) known.delete(id)
  }
  const findNews = () =>
    queries.findSince(db, adminId, new Date(newest - lookBack).toISOString(), [...known.keys()], language)
  // A client that does not resume has just fetched the list, so only later messages are new to it.
  if (resumed === undefined) note(await findNews())
  let counts = ''

  return async () => {
    for (;;) {
      const fresh = await findNews()
      if (fresh.length === 0) break
      for (const item of fresh) {
        if (item.id !== lastId) stream.send({ event: 'message', id: item.id, data: item })
      }
      note(fresh)
    }
    const unread = await queries.countUnread(db, adminId)
    if (JSON.stringify(unread) === counts) return
    counts = JSON.stringify(unread)
    stream.send({ event: 'unread', data: unread })
  }
}

const lastIdOf = ({ headers }: FastifyRequest) => {
  const id = headers['last-event-id']
  return typeof id === 'string' && /^[1-9]\d{0,17}$/.test(id) ? id : null
}

/** Runs one at a time; calls during a run make it run once more. */
function single(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let isAskedAgain = false
  const go = async () => {
    do {
      isAskedAgain = false
      await run()
    } while (isAskedAgain)
  }
  return () => {
    if (running) isAskedAgain = true
    running ??= go().finally(() => {
      running = null
    })
    return running
  }
}
