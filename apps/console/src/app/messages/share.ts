import { type Changed, changesKept } from '@kabao/contract/operations/message'
import type { ServerEvent } from './events.ts'
import { hearMessages } from './stream.ts'

/** The name of the lock that the connected tab holds, and of the channel to the other tabs. */
const name = 'kabao.messages'

/** Sent to every tab when the service has refused the connection because the session is over. */
export const sessionIsOver: ServerEvent = { event: 'sessionIsOver', data: '' }

/** Sent to every tab when the stream connects for the first time, and after each reconnect. */
export const isHeard: ServerEvent = { event: 'isHeard', data: '' }

/** Sent by a new tab to the others; the connected tab then repeats the recent changes. */
const begins: ServerEvent = { event: 'begins', data: '' }

/**
 * Receives the service's messages over one connection for all tabs of this browser. One tab connects and forwards the events to
 * the others; when it is closed, the next tab continues from the last event.
 */
export function shareMessages(onEvent: (event: ServerEvent) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(name)
  let lastId: string | undefined
  let isListening = false
  let lately: (Changed & { at: number })[] = []
  const take = (event: ServerEvent) => {
    lastId = event.id ?? lastId
    onEvent(event)
  }
  channel.onmessage = ({ data }: MessageEvent<ServerEvent>) => {
    if (signal.aborted) return
    if (data.event !== begins.event) return take(data)
    if (!isListening) return
    for (const { areas, at } of lately) {
      const ago = Date.now() - at
      if (ago < changesKept)
        channel.postMessage({ event: 'changed', data: JSON.stringify({ areas, ago } satisfies Changed) })
    }
  }
  channel.postMessage(begins)
  signal.addEventListener('abort', () => channel.close())
  const tell = (event: ServerEvent) => {
    if (signal.aborted) return
    take(event)
    channel.postMessage(event)
    if (event.event !== 'changed') return
    const now = Date.now()
    const { areas, ago = 0 } = JSON.parse(event.data) as Changed
    lately = [...lately.filter(({ at }) => at > now - changesKept), { areas, at: now - ago }]
  }
  const lead = async (until: AbortSignal) => {
    isListening = true
    const onConnect = () => tell(isHeard)
    if (await hearMessages({ lastId, signal: until, onEvent: tell, onConnect })) tell(sessionIsOver)
    isListening = false
  }
  // Without locks (an address that is neither https nor localhost) tabs cannot coordinate, so only visible tabs connect.
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
