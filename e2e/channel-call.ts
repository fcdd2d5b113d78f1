import { createHash, createHmac, randomBytes } from 'node:crypto'
import { fresh } from './accounts.ts'
import { call, expect, freshPhone, type Page, secret } from './product.ts'

/** A key of a channel, and the secret that signs its requests. */
export interface ChannelKey {
  key: string
  secret: string
}

/** The headers and the body of a request of a channel, signed as the guide says. @param path below `/open` */
export function signedCall({ key, secret: signer }: ChannelKey, path: string, data: object) {
  const body = JSON.stringify(data)
  const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), randomBytes(18).toString('base64url')]
  const hash = createHash('sha256').update(body).digest('hex')
  const text = ['POST', `/open${path}`, '', timestamp, nonce, hash].join('\n')
  const signature = `v1=${createHmac('sha256', signer).update(text).digest('hex')}`
  const headers = {
    'content-type': 'application/json',
    'x-channel': key,
    'idempotency-key': nonce,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': signature,
  }
  return { headers, body }
}

/** Creates a channel with a key. */
export async function newChannel(
  page: Page,
  name: string,
  { isSandbox = false, notifyUrl = null as string | null } = {},
): Promise<ChannelKey & { id: string }> {
  const { data: channel } = await call(page, 'POST', '/channel', {
    name: fresh(name),
    flow: 'full',
    settlement: 'cpa',
    priceFen: 100,
    notifyUrl,
  })
  const { data: made } = await call(page, 'POST', `/row/channel/${channel.id}/keys`, { isSandbox })
  return { id: channel.id, key: made.key, secret: secret(made.secret) }
}

/** Calls the partner API as a channel, which must be accepted, and returns the data of the answer. */
export async function callAs(page: Page, channel: ChannelKey, path: string, data: object) {
  const { headers, body } = signedCall(channel, path, data)
  const answer = await (await page.request.post(`/open${path}`, { headers, data: body })).json()
  expect(answer).toMatchObject({ code: '0000' })
  return answer.data
}

/** Registers a user of a channel and returns the id. */
export async function newUser(page: Page, channel: ChannelKey): Promise<string> {
  const { id } = await callAs(page, channel, '/user', { phone: freshPhone() })
  return id
}
