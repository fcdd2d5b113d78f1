import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChannelKey } from '#demo/traffic/keys'
import { createSender, sign } from '#demo/traffic/sender'

export interface Answer {
  code: string
  // biome-ignore lint/suspicious/noExplicitAny: a client reads what it expects to be there, and fails where it is not
  data: any
}

/** The storm is over, and a call has no answer. */
export class Over extends Error {}

export interface Callers {
  /** Calls as an administrator, again and again until an instance answers. @throws Over */
  admin(
    token: string,
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    idempotencyKey?: string,
  ): Promise<Answer>
  /** Calls as a channel, again and again until an instance answers. @throws Over */
  channel(key: ChannelKey, path: string, body: unknown, idempotencyKey?: string): Promise<Answer>
  /** Uploads a voucher. @returns the id of the file */
  upload(token: string, use: string, content: Buffer): Promise<string>
  /** Sends a callback as it is to each instance at once. @returns whether one of them has taken it */
  callback(path: string, headers: Record<string, string>, body: string): Promise<boolean>
  /** How many calls got no answer, or that of a failure. */
  lost: number
  close(): void
}

const answerMs = 20_000
const pauseMs = 300

/** Calls to instances of which some are down. @param isOver ends calls that get no answer */
export function createCallers(urls: readonly string[], isOver: () => boolean): Callers {
  const sender = createSender(urls)
  let turn = 0
  const next = () => urls[turn++ % urls.length] as string

  async function untilAnswered(send: () => Promise<Answer | null>): Promise<Answer> {
    for (;;) {
      const answer = await send().catch(() => null)
      if (answer) return answer
      callers.lost++
      if (isOver()) throw new Over()
      await sleep(pauseMs)
    }
  }
  const read = (status: number, text: string): Answer | null => {
    if (status >= 500) return null
    const { code, data } = JSON.parse(text) as Answer
    return code.startsWith('5') ? null : { code, data }
  }

  const callers: Callers = {
    lost: 0,
    admin: (token, method, path, body, idempotencyKey = randomUUID()) =>
      untilAnswered(async () => {
        const response = await fetch(`${next()}/api${path}`, {
          method,
          headers: {
            token,
            'accept-language': 'en-US',
            'idempotency-key': idempotencyKey,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          body: body === undefined ? null : JSON.stringify(body),
          signal: AbortSignal.timeout(answerMs),
        })
        return read(response.status, await response.text())
      }),
    channel: (key, path, body, idempotencyKey) =>
      untilAnswered(async () => {
        const call = { method: 'POST', path, body, idempotencyKey: idempotencyKey ?? null } as const
        const { status, text } = await sender.send(sign(key, call))
        return read(status, text)
      }),
    async upload(token, use, content) {
      const { data } = await untilAnswered(async () => {
        const form = new FormData()
        form.append('files', new Blob([new Uint8Array(content)], { type: 'image/png' }), 'voucher.png')
        const url = `${next()}/api/common/upload?use=${use}`
        const response = await fetch(url, {
          method: 'POST',
          headers: { token },
          body: form,
          signal: AbortSignal.timeout(answerMs),
        })
        return read(response.status, await response.text())
      })
      return data[0].id
    },
    async callback(path, headers, body) {
      const taken = await Promise.all(
        urls.map(async (url) => {
          const sent = { method: 'POST', headers, body, signal: AbortSignal.timeout(answerMs) }
          const response = await fetch(`${url}${path}`, sent).catch(() => null)
          await response?.text().catch(() => '')
          return response?.status === 200
        }),
      )
      return taken.includes(true)
    },
    close: () => sender.close(),
  }
  return callers
}
