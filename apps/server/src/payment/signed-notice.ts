import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { mostFen } from './amount.ts'
import { readInstant } from './china-time.ts'
import { readWithPrevious } from './previous-keys.ts'
import type { CallbackRead, Notice, ProviderAccount, ProviderCallback, ProviderServices } from './provider.ts'

/**
 * The signed notice of providers that have no form of their own: the pool's and the sandbox's. JSON in UTF-8; the header
 * `x-pay-timestamp` is the time in seconds, `x-pay-signature` the HMAC-SHA256, in hexadecimal, of the time, a line feed and the body.
 */

/** How far the time of a notice may be from ours, in seconds. */
export const mostSkewSeconds = 300

export const signatureOfNotice = (key: string, timestamp: string, body: string | Buffer): string =>
  createHmac('sha256', key).update(`${timestamp}\n`).update(body).digest('hex')

export const noticeHeaders = (key: string, now: Date, body: string): Record<string, string> => {
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  return {
    'content-type': 'application/json',
    'x-pay-timestamp': timestamp,
    'x-pay-signature': signatureOfNotice(key, timestamp, body),
  }
}

/** Whether a time in seconds, as text, is near enough to now. */
export const isFresh = (timestamp: string | undefined, now: Date): boolean =>
  /^\d{10}$/.test(timestamp ?? '') && Math.abs(Number(timestamp) - now.getTime() / 1_000) <= mostSkewSeconds

export function isSigned(key: string, timestamp: string, signature: string, body: string | Buffer): boolean {
  const given = /^[0-9a-f]{64}$/.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(0)
  const right = Buffer.from(signatureOfNotice(key, timestamp, body), 'hex')
  return given.length === right.length && timingSafeEqual(given, right)
}

const number = z.string().regex(/^[\w.-]{1,64}$/)
const common = {
  orderNo: number,
  currency: z.string().regex(/^[A-Z]{3}$/),
  appId: z.string().max(64),
  merchantNo: z.string().max(64),
}
const instant = z
  .string()
  .refine((text) => readInstant(text) !== null)
  .nullable()
const fen = z.int().min(0).max(mostFen)
const notice = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('payment'),
    status: z.enum(['paid', 'unpaid', 'closed', 'failed']),
    tradeNo: number.or(z.literal('')),
    amountFen: fen,
    paidAt: instant,
  }),
  z.object({
    ...common,
    kind: z.literal('refund'),
    status: z.enum(['refunded', 'pending', 'refused']),
    tradeNo: number,
    refundNo: number,
    amountFen: fen,
    refundedAt: instant,
  }),
])
export type SentNotice = z.input<typeof notice>

/** @param key empty if the collection channel has none; then nothing is believed */
export function readSignedNotice(
  { rawBody, headers }: ProviderCallback,
  { key, merchantNo }: { key: string; merchantNo: string },
  now: Date,
): CallbackRead {
  const { 'x-pay-timestamp': timestamp, 'x-pay-signature': signature } = headers
  if (timestamp === undefined || signature === undefined || key === '')
    return { outcome: 'wrong', reason: 'signature' }
  if (!isSigned(key, timestamp, signature, rawBody)) return { outcome: 'wrong', reason: 'signature' }
  if (!isFresh(timestamp, now)) return { outcome: 'wrong', reason: 'stale' }
  const read = noticeOf(rawBody)
  if (read === null) return { outcome: 'wrong', reason: 'form' }
  if (read.merchantNo !== merchantNo) return { outcome: 'wrong', reason: 'application' }
  return { outcome: 'verified', notice: read }
}

/** Whether a notice was signed with the keys that it was read with. */
export const isSignedNotice = (read: CallbackRead): boolean =>
  read.outcome !== 'wrong' || !['signature', 'key', 'sealed'].includes(read.reason)
export const isVerifiedNotice = ({ outcome }: CallbackRead): boolean => outcome === 'verified'

/** Reads a notice of a collection channel that has a key for notices. */
export const readSignedNoticeOf = (
  account: ProviderAccount,
  services: ProviderServices,
  callback: ProviderCallback,
): Promise<CallbackRead> =>
  readWithPrevious(
    account,
    services,
    ({ settings, secrets }) =>
      readSignedNotice(
        callback,
        { key: secrets.callbackKey ?? '', merchantNo: settings.merchantNo ?? '' },
        services.now(),
      ),
    { fits: isSignedNotice, counts: isVerifiedNotice },
  )

function noticeOf(rawBody: Buffer): Notice | null {
  try {
    const read = notice.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody)))
    if (read.kind === 'refund') return { ...read, refundedAt: readInstant(read.refundedAt) }
    if (read.status === 'paid' && (read.tradeNo === '' || read.paidAt === null)) return null
    return { ...read, paidAt: readInstant(read.paidAt) }
  } catch {
    return null
  }
}
