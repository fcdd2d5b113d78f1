import { expect, test, vi } from 'vitest'
import { startApp } from '#test/harness'
import { mostStreams } from './event-stream.ts'

const app = startApp({ heartbeatMs: 60_000 })

/** Opens the stream of messages. @returns whether the service has ended it */
async function listen(token: string) {
  if (!app.app.server.listening) await app.app.listen({ port: 0 })
  const { port } = app.app.server.address() as { port: number }
  const response = await fetch(`http://127.0.0.1:${port}/api/message/stream`, { headers: { token } })
  let hasEnded = false
  const read = async () => {
    for await (const _ of response.body as unknown as AsyncIterable<Uint8Array>);
    hasEnded = true
  }
  void read().catch(() => undefined)
  return () => hasEnded
}

test('a caller who opens too many streams loses the oldest one, and other callers lose none', async () => {
  const [many, other] = [await app.as(), await app.as()]
  const others = await listen(other.token)
  const streams: (() => boolean)[] = []
  for (let at = 0; at <= mostStreams; at++) streams.push(await listen(many.token))
  await vi.waitFor(() => expect(streams[0]?.()).toBe(true), { timeout: 3_000 })
  expect(streams.slice(1).some((hasEnded) => hasEnded())).toBe(false)
  expect(others()).toBe(false)
})
