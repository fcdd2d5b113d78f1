import * as z from 'zod'
import { addressProblems } from '../address.ts'
import { ask, askForFile, codeSaid, plainSubject, said, unknown } from '../ask-provider.ts'
import { readPlainBill } from '../bill/plain.ts'
import { readInstant } from '../china-time.ts'
import { attemptsOf, hiddenIn } from '../previous-keys.ts'
import { problem } from '../problem.ts'
import type {
  PaymentProvider,
  ProviderAccount,
  ProviderMaker,
  ProviderRefused,
  ProviderServices,
  ProviderUnknown,
} from '../provider.ts'
import { isFresh, isSigned, noticeHeaders, readSignedNoticeOf } from '../signed-notice.ts'

const created = z.object({ payUrl: z.url().max(1024) })
const queried = z.object({
  state: z.enum(['created', 'paid', 'closed', 'failed', 'notFound']),
  merchantNo: z.string().optional(),
  amountFen: z.int().min(0).optional(),
  currency: z.string().optional(),
  tradeNo: z.string().max(64).optional(),
  paidAt: z.string().optional(),
})
const refunded = z.object({
  status: z.enum(['refunded', 'pending', 'notFound']),
  refundNo: z.string(),
  amountFen: z.int().optional(),
  at: z.string().optional(),
})
const closed = z.object({ state: z.enum(['created', 'paid', 'closed', 'failed']) })
const billed = z.object({ address: z.string().max(1024) })

/** The built-in provider `src/payment/sandbox/`: real calls to a real server, and no money. */
export const sandbox: ProviderMaker = {
  open,
  check: ({ settings, secrets }) => [
    ...addressProblems('gateway', settings.gateway, ['http:', 'https:']),
    ...((secrets.callbackKey ?? '').length < 16 ? [problem('callbackKey', 'shortKey')] : []),
  ],
}

function open(account: ProviderAccount, services: ProviderServices): PaymentProvider {
  const { settings, secrets } = account
  const { now } = services
  const merchantNo = settings.merchantNo ?? ''
  const key = secrets.callbackKey ?? ''

  /** Asks, and reads the answer if it is signed, says `ok`, and is about this order. */
  async function call<T>(
    name: string,
    asked: Record<string, unknown>,
    schema: z.ZodType<T>,
  ): Promise<{ outcome: 'read'; value: T } | ProviderRefused | ProviderUnknown> {
    const body = JSON.stringify({ ...asked, merchantNo })
    const answer = await ask(account, services, {
      address: `${settings.gateway ?? ''}/pay/${name}`,
      method: 'POST',
      headers: noticeHeaders(key, now(), body),
      body,
    })
    if ('outcome' in answer) return answer
    if (answer.status !== 200) return unknown('status')
    const { 'x-pay-timestamp': timestamp = '', 'x-pay-signature': signature = '' } = answer.headers
    const signer = attemptsOf(account).find(({ values }) =>
      isSigned(values.callbackKey ?? key, timestamp, signature, answer.body),
    )
    if (!signer) return unknown('signature')
    if (!isFresh(timestamp, now())) return unknown('stale')
    await services.notePrevious?.(signer.ids)
    const read = objectOf(answer.body)
    if (read === null) return unknown('form')
    if (read.code !== 'ok')
      return { outcome: 'refused', code: codeSaid(read.code), message: said(read.message, hiddenIn(account)) }
    if (asked.orderNo !== undefined && read.orderNo !== asked.orderNo) return unknown('mismatch')
    const value = schema.safeParse(read)
    return value.success ? { outcome: 'read', value: value.data } : unknown('form')
  }

  const refundRead = (
    answer: { outcome: 'read'; value: z.output<typeof refunded> } | ProviderRefused | ProviderUnknown,
    refundNo: string,
  ) => {
    if (answer.outcome !== 'read') return answer
    const { status, at } = answer.value
    if (answer.value.refundNo !== refundNo) return unknown('mismatch')
    if (status === 'refunded') return { outcome: status, refundedAt: readInstant(at) } as const
    if (status === 'pending') return { outcome: status } as const
    return { outcome: status } as const
  }

  return {
    kind: 'sandbox',
    can: { query: true, close: true, refund: true, bill: true, callback: true },
    async create({ orderNo, amountFen, subject, notifyUrl, returnUrl, expiresAt }) {
      const answer = await call(
        'create',
        {
          orderNo,
          amountFen,
          notifyUrl,
          returnUrl: returnUrl ?? '',
          // The word in brackets says how the sandbox behaves.
          subject: plainSubject(subject),
          expiresAt: expiresAt.toISOString(),
        },
        created,
      )
      if (answer.outcome !== 'read') return answer
      return { outcome: 'created', pay: { kind: 'url', value: answer.value.payUrl } }
    },
    async query(orderNo) {
      const answer = asUnknown(await call('query', { orderNo }, queried))
      if (answer.outcome !== 'read') return answer
      const { state, amountFen, tradeNo, currency, paidAt } = answer.value
      if (state === 'created') return { outcome: 'unpaid' }
      if (state === 'failed' || state === 'closed') return { outcome: 'closed' }
      if (state === 'notFound') return { outcome: 'notFound' }
      const at = readInstant(paidAt)
      if (answer.value.merchantNo !== merchantNo) return unknown('mismatch')
      if (amountFen === undefined || !tradeNo || !currency || !at) return unknown('form')
      return { outcome: 'paid', tradeNo, amountFen, currency, appId: '', paidAt: at }
    },
    async close(orderNo) {
      const answer = asUnknown(await call('close', { orderNo }, closed))
      if (answer.outcome !== 'read') return answer
      return { outcome: answer.value.state === 'paid' ? 'paid' : 'closed' }
    },
    async refund({ orderNo, tradeNo, refundNo, amountFen, totalFen, reason }) {
      const asked = { orderNo, tradeNo, refundNo, amountFen, totalFen, reason: plainSubject(reason) }
      const read = refundRead(await call('refund', asked, refunded), refundNo)
      return read.outcome === 'notFound' ? unknown('form') : read
    },
    queryRefund: async ({ orderNo, refundNo }) =>
      refundRead(await call('refundQuery', { orderNo, refundNo }, refunded), refundNo),
    readCallback: (callback) => readSignedNoticeOf(account, services, callback),
    answer: (ok) => ({ status: ok ? 200 : 500, contentType: 'text/plain', body: ok ? 'ok' : 'again' }),
    async downloadBill(day) {
      const answer = await call('bill', { day }, billed)
      if (answer.outcome !== 'read') return answer
      if (answer.value.address === '') return { outcome: 'empty' }
      const file = await askForFile(account, services, { address: answer.value.address })
      if (file.outcome !== 'file') return file
      return { outcome: 'bill', name: `sandbox-${merchantNo}-${day}.csv`, bytes: once(file.bytes) }
    },
    parseBill: readPlainBill,
    async tryIt() {
      const answer = await call('query', { orderNo: 'try' }, queried)
      return answer.outcome === 'read' ? { outcome: 'ok' } : answer
    },
  }
}

/** A refusal of a question says nothing about the order. */
const asUnknown = <T>(answer: T | ProviderRefused): T | ProviderUnknown =>
  (answer as ProviderRefused).outcome === 'refused'
    ? unknown('says', (answer as ProviderRefused).message || (answer as ProviderRefused).code)
    : (answer as T)

async function* once(bytes: Uint8Array) {
  yield bytes
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
