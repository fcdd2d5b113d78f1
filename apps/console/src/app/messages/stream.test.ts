import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { beginSession, endSession } from '#kit'
import type { ServerEvent } from './events.ts'
import { hearMessages } from './stream.ts'

const session = { token: 'a-token', username: 'li', name: '李敏', mustChangePassword: false }
const event = (id: string) => `event: message\nid: ${id}\ndata: {"id":"${id}"}\n\n`

interface Connection {
  headers: Record<string, string>
  send: (text: string) => void
  end: () => void
}
let connections: Connection[]
let answer: (() => Response) | null
beforeEach(() => {
  connections = []
  answer = null
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 50 })
  const real = globalThis.fetch
  globalThis.fetch = (async (_url, init) => {
    if (answer) return answer()
    let controller = {} as ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({
      start: (given) => {
        controller = given
      },
    })
    init?.signal?.addEventListener('abort', () => controller.error(new DOMException('', 'AbortError')))
    connections.push({
      headers: init?.headers as Record<string, string>,
      send: (text) => controller.enqueue(new TextEncoder().encode(text)),
      end: () => controller.close(),
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
  }) as typeof fetch
  onTestFinished(() => {
    globalThis.fetch = real
  })
})

function hear(lastId?: string) {
  beginSession(session)
  const heard: ServerEvent[] = []
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const ended = hearMessages({ lastId, onEvent: (each) => heard.push(each), signal: stop.signal })
  return { ids: () => heard.map(({ id }) => id), heard, stop, ended }
}
const connection = async (nth: number) => {
  await vi.waitFor(() => expect(connections.length).toBeGreaterThan(nth), { timeout: 5_000 })
  return connections[nth] as Connection
}

test('events are parsed wherever the bytes are split, and comments are no events', async () => {
  const { ids, heard } = hear()
  const { send } = await connection(0)
  send(':\n\nevent: unread\ndata: {"notice":1}\n\nevent: mess')
  send('age\nid: 7\nda')
  send('ta: {"title":"a: b"}\n\n')
  await vi.waitFor(() => expect(ids()).toEqual([undefined, '7']))
  expect(heard[1]?.data).toBe('{"title":"a: b"}')
})

test('after a disconnect it reconnects with the last id, and a repeated event is delivered once', async () => {
  const { ids } = hear()
  const first = await connection(0)
  expect(first.headers).toMatchObject({ token: 'a-token' })
  expect(first.headers).not.toHaveProperty('Last-Event-ID')
  first.send(event('7') + event('8'))
  await vi.waitFor(() => expect(ids()).toEqual(['7', '8']))
  first.end()
  const second = await connection(1)
  expect(second.headers['Last-Event-ID']).toBe('8')
  second.send(event('7') + event('9'))
  await vi.waitFor(() => expect(ids()).toEqual(['7', '8', '9']))
})

test('a connection without any bytes for too long is replaced', async () => {
  hear()
  await connection(0)
  await vi.advanceTimersByTimeAsync(52_000)
  await connection(1)
})

test('retries become slower while the service is unreachable', async () => {
  let attempts = 0
  answer = () => {
    attempts++
    return new Response('', { status: 502 })
  }
  hear()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(attempts).toBeGreaterThan(4)
  expect(attempts).toBeLessThan(12)
})

test('it stops when the session is over, and when nobody is signed in', async () => {
  answer = () => Response.json({ code: '2000' })
  expect(await hear().ended).toBe(true)
  answer = null
  const { ended } = hear()
  const first = await connection(0)
  endSession()
  first.end()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await ended).toBe(false)
  expect(connections).toHaveLength(1)
})

test('each connect is reported before the events of that connection, also after a reconnect', async () => {
  beginSession(session)
  const said: string[] = []
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  void hearMessages({
    onEvent: ({ id }) => said.push(`event ${id}`),
    onConnect: () => said.push('heard'),
    signal: stop.signal,
  })
  const first = await connection(0)
  first.send(event('7'))
  await vi.waitFor(() => expect(said).toEqual(['heard', 'event 7']))
  first.end()
  await connection(1)
  await vi.waitFor(() => expect(said).toEqual(['heard', 'event 7', 'heard']))
})
