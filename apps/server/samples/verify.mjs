// Verifies what the service sends, with Node's own library (Node 18 or newer). It stands beside sign.mjs.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { sign } from './sign.mjs'

/** How old a request may be, in seconds. */
const mostSeconds = 300

const isRecent = (timestamp) => Math.abs(Date.now() / 1000 - Number(timestamp)) <= mostSeconds
const isSame = (a, b) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** A notice or a postback of our own JSON: `signature` is x-signature, `target` the path and query of your address, `body` the bytes as they came. */
export function verifyNotice(secret, { signature, target, timestamp, nonce, body }) {
  const right = sign(secret, { method: 'POST', target, timestamp, nonce, body })
  return isRecent(timestamp) && signature.split(' ').some((each) => isSame(each, right))
}

/** A webhook: `id`, `timestamp` and `signature` are the headers webhook-id, webhook-timestamp and webhook-signature. */
export function verifyWebhook(secret, { signature, id, timestamp, body }) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const right = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  return isRecent(timestamp) && signature.split(' ').some((each) => isSame(each, right))
}

// Started as a program: one JSON request per line of standard input, `true` or `false` per line of output.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  let input = ''
  for await (const part of process.stdin.setEncoding('utf8')) input += part
  for (const line of input.split('\n').filter(Boolean)) {
    const { secret, ...request } = JSON.parse(line)
    process.stdout.write(
      `${'id' in request ? verifyWebhook(secret, request) : verifyNotice(secret, request)}\n`,
    )
  }
}
