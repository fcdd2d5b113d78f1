import type { Changed, MessageItem } from '@kabao/contract/operations/message'
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'

/** What a reader of the message stream has heard. */
export interface Heard {
  titles: () => string[]
  unread: () => number[]
  menus: () => string[]
  /** What each event of changes said: names of areas, or null for any. */
  changes: () => (string[] | null)[]
  lastId: () => string | undefined
  beats: () => number
  hasEnded: () => boolean
  type: string | null
  leave: () => void
}

/** Listens as the console does, over a real port, until the test is finished. */
export async function listenTo(instance: FastifyInstance, token: string, lastId = ''): Promise<Heard> {
  if (!instance.server.listening) await instance.listen({ port: 0 })
  const { port } = instance.server.address() as { port: number }
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const response = await fetch(`http://127.0.0.1:${port}/api/message/stream`, {
    headers: { token, 'accept-encoding': 'gzip', ...(lastId && { 'last-event-id': lastId }) },
    signal: controller.signal,
  })
  const events: { event: string; id?: string; data: string }[] = []
  let hasEnded = false
  let beats = 0
  const read = async () => {
    let text = ''
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += new TextDecoder().decode(chunk)
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        if (part === ':') beats++
        else events.push(Object.fromEntries(part.split('\n').map((line) => line.split(/: (.*)/s))))
      }
    }
  }
  void read()
    .catch(() => undefined)
    .finally(() => {
      hasEnded = true
    })
  const of = (event: string) => events.filter((each) => each.event === event)
  return {
    titles: () => of('message').map(({ data }) => (JSON.parse(data) as MessageItem).title),
    unread: () => of('unread').map(({ data }) => JSON.parse(data).notice),
    menus: () => of('menu').map(({ data }) => JSON.parse(data).fingerprint),
    changes: () => of('changed').map(({ data }) => (JSON.parse(data) as Changed).areas),
    lastId: () => of('message').at(-1)?.id,
    beats: () => beats,
    hasEnded: () => hasEnded,
    type: response.headers.get('content-type'),
    leave: () => controller.abort(),
  }
}
