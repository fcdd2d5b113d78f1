import { messageStream } from '@kabao/contract/operations/message'
import { currentLanguage, doubtConnection, readToken, runtimeConfig, useConnection } from '#kit'
import { eventsOf, type ServerEvent } from './events.ts'

/** Milliseconds between attempts: doubled up to the longest pause, with a random part for each browser. */
const shortestPause = 1_000
const longestPause = 60_000
/** How many message ids are remembered to drop duplicates. */
const remembered = 1_000
/** Milliseconds. The service sends a heartbeat every 20 s; without any bytes for this long the connection counts as lost. */
const patience = 50_000

export interface StreamOptions {
  /** The id of the last received message; the stream continues after it. */
  lastId?: string | undefined
  onEvent: (event: ServerEvent) => void
  /** Called after each connect, before the first event. */
  onConnect?: () => void
  signal: AbortSignal
}

/**
 * Receives messages until the signal is aborted: reconnects after each disconnect, continues from the last message, and delivers
 * each message once.
 * @returns false if aborted or if nobody is signed in; true if the service says that the session is over
 */
export async function hearMessages({ lastId, onEvent, onConnect, signal }: StreamOptions): Promise<boolean> {
  const had = new Set<string>()
  let last = lastId
  let pause = shortestPause
  while (!signal.aborted) {
    const token = readToken()
    if (token === null) return false
    const hear = async () => {
      for await (const event of connect({ token, lastId: last, onConnect, signal })) {
        pause = shortestPause
        if (event.id !== undefined) {
          last = event.id
          if (had.has(event.id)) continue
          had.add(event.id)
          if (had.size > remembered) had.delete([...had][0] as string)
        }
        onEvent(event)
      }
    }
    // A failure is not reported: the badge is late, and the next attempt follows.
    const isRefused = await hear().then(
      () => false,
      (error: unknown) => error instanceof SignedOut,
    )
    if (isRefused && readToken() === token) return true
    if (!signal.aborted && !isRefused) doubtConnection()
    await rest(pause * (0.75 + Math.random() / 2), signal)
    pause = Math.min(pause * 2, longestPause)
  }
  return false
}

class SignedOut extends Error {}

async function* connect({
  token,
  lastId,
  onConnect,
  signal,
}: {
  token: string
  lastId: string | undefined
  onConnect: (() => void) | undefined
  signal: AbortSignal
}): AsyncGenerator<ServerEvent> {
  const abort = new AbortController()
  const giveUp = () => abort.abort()
  signal.addEventListener('abort', giveUp)
  let timer = setTimeout(giveUp, patience)
  const onBytes = () => {
    clearTimeout(timer)
    timer = setTimeout(giveUp, patience)
  }
  try {
    const response = await fetch(`${runtimeConfig().apiBase}/api${messageStream.path}`, {
      headers: {
        token,
        'Accept-Language': currentLanguage(),
        ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }),
      },
      signal: abort.signal,
    })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (!isStream || !response.body) {
      const { code } = (await response.json()) as { code?: string }
      throw code === '2000' ? new SignedOut() : new Error(`No stream: ${response.status} ${code}`)
    }
    onConnect?.()
    yield* eventsOf(response.body, onBytes)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}

/** Waits, but not longer than until the network or the service is back or the signal is aborted. */
const rest = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stopHearing()
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    const stopHearing = useConnection.subscribe(({ isLost }, before) => before.isLost && !isLost && end())
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
