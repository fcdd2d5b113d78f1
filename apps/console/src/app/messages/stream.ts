import { messageStream } from '@kabao/contract/message'
import { currentLanguage, readToken, runtimeConfig } from '#kit'
import { eventsOf, type ServerEvent } from './events.ts'

/** Between attempts, in milliseconds: doubled up to the longest, and never the same for two browsers. */
const shortestPause = 1_000
const longestPause = 60_000
/** How many messages are known by their ids, so that none comes twice. */
const remembered = 1_000
/** The service beats every 20 s: who hears nothing for this long is cut off without knowing it. */
const patience = 50_000

export interface StreamOptions {
  /** The newest message that was had; what is newer comes first. */
  lastId?: string | undefined
  onEvent: (event: ServerEvent) => void
  /** Called when the service is heard again, before what it says. */
  onConnect?: () => void
  signal: AbortSignal
}

/**
 * Hears the service until told to stop: comes back after every break, from where it was, and gives each message once.
 * @returns when it was told to stop or nobody is signed in any more; true where the service says that the session is over
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
    // What goes wrong here is nobody's news: the badge is late, and the next attempt follows.
    const isRefused = await hear().then(
      () => false,
      (error: unknown) => error instanceof SignedOut,
    )
    if (isRefused && readToken() === token) return true
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

/** Waits; less where the network comes back meanwhile. */
const rest = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
