import { expect, onTestFinished, test, vi } from 'vitest'
import type { ServerEvent } from './events.ts'

const streams: {
  lastId?: string
  onEvent: (event: ServerEvent) => void
  onConnect?: () => void
  refuse: () => void
}[] = []
vi.mock('./stream.ts', () => ({
  hearMessages: (options: (typeof streams)[number] & { signal: AbortSignal }) =>
    new Promise<boolean>((resolve) => {
      streams.push({ ...options, refuse: () => resolve(true) })
      options.signal.addEventListener('abort', () => resolve(false))
    }),
}))

/** Imitates the locks of a browser, with one holder at a time. */
function lockManager() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: (_name: string, { signal }: { signal: AbortSignal }, run: () => Promise<void>) => {
      const mine = last.then(() => (signal.aborted ? Promise.reject(new Error('aborted')) : run()))
      last = mine.catch(() => undefined)
      return mine
    },
  }
}

test('one of several tabs connects, all receive the events, and the next tab continues from the last event', async () => {
  vi.stubGlobal('navigator', { locks: lockManager() })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { shareMessages } = await import('./share.ts')
  const tab = () => {
    const heard: ServerEvent[] = []
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    shareMessages((event) => heard.push(event), stop.signal)
    return { heard, stop }
  }
  const [one, two] = [tab(), tab()]
  await vi.waitFor(() => expect(streams).toHaveLength(1))
  streams[0]?.onEvent({ event: 'message', id: '7', data: '{}' })
  await vi.waitFor(() => expect([one.heard.length, two.heard.length]).toEqual([1, 1]))
  one.stop.abort()
  await vi.waitFor(() => expect(streams).toHaveLength(2))
  expect(streams[1]?.lastId).toBe('7')
  streams[1]?.onEvent({ event: 'message', id: '8', data: '{}' })
  await vi.waitFor(() => expect(two.heard.map(({ id }) => id)).toEqual(['7', '8']))
  expect(one.heard).toHaveLength(1)
})

test('a session that the service reports as over is over in every tab', async () => {
  streams.length = 0
  vi.stubGlobal('navigator', { locks: lockManager() })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { shareMessages } = await import('./share.ts')
  const heard: string[] = []
  for (const tab of ['one', 'two']) {
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    shareMessages(({ event }) => heard.push(`${tab} ${event}`), stop.signal)
  }
  await vi.waitFor(() => expect(streams).toHaveLength(1))
  streams[0]?.refuse()
  await vi.waitFor(() => expect(heard).toEqual(['one sessionIsOver', 'two sessionIsOver']))
})

test('a new tab receives the recent changes, and every tab is notified when the service connects', async () => {
  streams.length = 0
  vi.stubGlobal('navigator', { locks: lockManager() })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { shareMessages } = await import('./share.ts')
  const tab = () => {
    const heard: string[] = []
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    shareMessages(({ event, data }) => heard.push(`${event} ${data}`), stop.signal)
    return heard
  }
  const one = tab()
  await vi.waitFor(() => expect(streams).toHaveLength(1))
  streams[0]?.onConnect?.()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(100_000)
  streams[0]?.onEvent({ event: 'changed', data: '{"areas":["user"],"ago":5000}' })
  streams[0]?.onEvent({ event: 'unread', data: '{}' })
  clock.mockReturnValue(102_000)
  const two = tab()
  await vi.waitFor(() => expect(two).toEqual(['changed {"areas":["user"],"ago":7000}']))
  expect(one).toEqual(['isHeard ', 'changed {"areas":["user"],"ago":5000}', 'unread {}'])
  // The service was unreachable and connects again.
  streams[0]?.onConnect?.()
  await vi.waitFor(() => expect(two.at(-1)).toBe('isHeard '))
})
