import type pg from 'pg'
import { WatchedClient } from './silence.ts'

/** Subscribes to announcements that instances send by `pg_notify`, over one connection of its own. */
export interface Listener {
  /**
   * Subscribes to a channel; announcements are received from the moment this resolves. The first subscriber opens the connection.
   * @param notify is called with the payload, or with null after a broken connection, when announcements may have been missed
   * @returns how to unsubscribe
   */
  follow(channel: string, notify: (payload: string | null) => void): Promise<() => void>
  /** Since when nothing was heard over this connection, in milliseconds; null: it was never opened. */
  silentMs(): number | null
  stop(): Promise<void>
}

/** Between attempts to connect again, in milliseconds: doubled up to the longest. */
const shortestPause = 250
const longestPause = 2_000
/**
 * How often the connection is tested, and how long the test, and opening another one, may take, in milliseconds. The first connection
 * that meets another server cuts those to the old one, so this is also how soon a frozen server is noticed.
 */
const beatMs = 2_000
const answerMs = 4_000

/** @param options of the pool whose database is listened to; a pooler that shares connections does not work in between */
export function createListener(options: pg.ClientConfig, report: (error: Error) => void): Listener {
  const channels = new Map<string, Set<(payload: string | null) => void>>()
  let client: pg.Client | null = null
  let beat: NodeJS.Timeout | undefined
  let connecting: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let pause = shortestPause
  let isStopped = false
  let heardAt: number | null = null
  const hear = () => {
    heardAt = performance.now()
  }

  const connect = async () => {
    const next = new WatchedClient({ ...options, silenceMs: answerMs, connectionTimeoutMillis: answerMs })
    let isLost = false
    const lose = (error?: Error) => {
      if (isLost) return
      isLost = true
      clearTimeout(beat)
      if (error && !isStopped) report(error)
      if (client === next) client = null
      next.end().catch(() => undefined)
      retry()
    }
    next.on('error', lose)
    next.on('end', () => lose())
    next.on('notification', ({ channel, payload = '' }) => {
      hear()
      publish(channel, payload)
    })
    try {
      await next.connect()
      for (const channel of channels.keys()) await next.query(`listen ${next.escapeIdentifier(channel)}`)
    } catch (error) {
      lose(error as Error)
      return
    }
    if (isLost || isStopped) return lose()
    hear()
    client = next
    pause = shortestPause
    // There may be no announcement for hours, so only a response shows that the connection is alive.
    clearTimeout(beat)
    // Not before the last answer, because each question begins the wait for an answer anew.
    const test = () => {
      const answered = () => {
        hear()
        test()
      }
      beat = setTimeout(() => next.query('select 1').then(answered, lose), beatMs).unref()
    }
    test()
    for (const channel of channels.keys()) publish(channel, null)
  }

  const publish = (channel: string, payload: string | null) => {
    for (const notify of channels.get(channel) ?? []) notify(payload)
  }

  const retry = () => {
    if (isStopped) return
    timer = setTimeout(() => void ensure(), pause).unref()
    pause = Math.min(pause * 2, longestPause)
  }

  const ensure = () => {
    clearTimeout(timer)
    heardAt ??= performance.now()
    connecting ??= connect().finally(() => {
      connecting = null
    })
    return connecting
  }

  return {
    async follow(channel, notify) {
      const known = channels.get(channel)
      const subscribers = known ?? new Set()
      channels.set(channel, subscribers.add(notify))
      if (!client) await ensure()
      if (!known && client) await client.query(`listen ${client.escapeIdentifier(channel)}`).catch(report)
      return () => void subscribers.delete(notify)
    },
    silentMs: () => (heardAt === null ? null : performance.now() - heardAt),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      clearTimeout(beat)
      await connecting
      await client?.end().catch(() => undefined)
    },
  }
}
