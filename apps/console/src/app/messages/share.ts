import { changesKept } from '@kabao/contract/message'
import type { ServerEvent } from './events.ts'
import { hearMessages } from './stream.ts'

/** The name of the lock that the one listening tab holds, and of the channel on which it tells the others. */
const name = 'kabao.messages'

/** What every tab is told once the service has refused the one that listens. */
export const sessionIsOver: ServerEvent = { event: 'sessionIsOver', data: '' }

/** What every tab is told when the service is heard, for the first time or after a break. */
export const isHeard: ServerEvent = { event: 'isHeard', data: '' }

/** What a tab tells the others when it begins: the one that listens says again what was changed lately. */
const begins: ServerEvent = { event: 'begins', data: '' }

/**
 * Hears the service's messages with one connection for all tabs of this browser: one tab listens and tells the others,
 * and when it goes the next takes over from where it was.
 */
export function shareMessages(onEvent: (event: ServerEvent) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(name)
  let lastId: string | undefined
  let isListening = false
  let lately: { event: ServerEvent; at: number }[] = []
  const take = (event: ServerEvent) => {
    lastId = event.id ?? lastId
    onEvent(event)
  }
  channel.onmessage = ({ data }: MessageEvent<ServerEvent>) => {
    if (signal.aborted) return
    if (data.event !== begins.event) return take(data)
    if (!isListening) return
    for (const { event, at } of lately) if (at > Date.now() - changesKept) channel.postMessage(event)
  }
  channel.postMessage(begins)
  signal.addEventListener('abort', () => channel.close())
  const tell = (event: ServerEvent) => {
    if (signal.aborted) return
    take(event)
    channel.postMessage(event)
    if (event.event !== 'changed') return
    const now = Date.now()
    lately = [...lately.filter(({ at }) => at > now - changesKept), { event, at: now }]
  }
  const lead = async (until: AbortSignal) => {
    isListening = true
    const onConnect = () => tell(isHeard)
    if (await hearMessages({ lastId, signal: until, onEvent: tell, onConnect })) tell(sessionIsOver)
    isListening = false
  }
  // Without a lock (an address that is neither https nor this machine) tabs cannot agree: only the one in sight listens.
  if (!navigator.locks) whileVisible(lead, signal)
  else navigator.locks.request(name, { signal }, () => lead(signal)).catch(() => undefined)
}

function whileVisible(lead: (until: AbortSignal) => Promise<void>, signal: AbortSignal): void {
  let present: AbortController | null = null
  const follow = () => {
    if (document.hidden || signal.aborted) {
      present?.abort()
      present = null
    } else if (!present) {
      present = new AbortController()
      void lead(present.signal)
    }
  }
  document.addEventListener('visibilitychange', follow)
  signal.addEventListener('abort', () => {
    document.removeEventListener('visibilitychange', follow)
    follow()
  })
  follow()
}
