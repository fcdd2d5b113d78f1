import { Agent, request } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { intakePrefix } from '@kabao/contract/intake/kernel'
import { signatureHeaders } from '@kabao/contract/partners/signature'
import { signedHeaders } from '#partners'
import type { ChannelKey } from './keys.ts'

type Method = 'GET' | 'POST' | 'PUT'

/** A signed request, which can be sent again as it is. */
export interface Signed {
  method: Method
  target: string
  headers: Record<string, string>
  payload: string
}

export interface Reply {
  status: number
  text: string
}

export interface Sender {
  /** Sends a request to one of the instances, each in turn. @throws Error if there is no whole answer */
  send(signed: Signed): Promise<Reply>
  close(): void
}

/** How long an answer is waited for, in milliseconds. */
const answerMs = 30_000

/**
 * Signs a request as a channel.
 * @param path below `/open`
 * @param idempotencyKey null for a call that has none
 */
export function sign(
  { key, secret }: ChannelKey,
  {
    method,
    path,
    body,
    idempotencyKey,
  }: { method: Method; path: string; body?: unknown; idempotencyKey: string | null },
): Signed {
  const payload = body === undefined ? '' : JSON.stringify(body)
  const target = `${intakePrefix}${path}`
  const headers = {
    ...(payload !== '' && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(payload)),
    }),
    'accept-language': 'en-US',
    [signatureHeaders.channel]: key,
    ...signedHeaders({ method, target, body: Buffer.from(payload) }, [secret], Date.now()),
    ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
  }
  return { method, target, headers, payload }
}

/**
 * @param urls the instances, such as `http://127.0.0.1:8080`
 * @param host the name in the header `Host`, if it is not that of the address
 */
export function createSender(urls: readonly string[], { host }: { host?: string } = {}): Sender {
  const places = urls.map((url) => new URL(url))
  const agents = { 'http:': new Agent({ keepAlive: true }), 'https:': new TlsAgent({ keepAlive: true }) }
  let turn = 0
  return {
    send({ method, target, headers, payload }) {
      const place = places[turn++ % places.length] as URL
      const isTls = place.protocol === 'https:'
      return new Promise((resolve, reject) => {
        const sent = (isTls ? tlsRequest : request)(
          {
            method,
            path: target,
            host: place.hostname.replace(/^\[|\]$/g, ''),
            timeout: answerMs,
            port: place.port || (isTls ? 443 : 80),
            headers: { ...headers, ...(host !== undefined && { host }) },
            agent: agents[isTls ? 'https:' : 'http:'],
          },
          (response) => {
            const parts: Buffer[] = []
            response.on('data', (part: Buffer) => parts.push(part))
            response.on('error', reject)
            response.on('end', () =>
              resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
            )
          },
        )
        sent.on('timeout', () => sent.destroy(new Error('no answer in time')))
        sent.on('error', reject)
        sent.end(payload)
      })
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}
