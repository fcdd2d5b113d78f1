import { noticeHeaders, type SentNotice } from '../signed-notice.ts'
import type { SandboxOrder } from './memory.ts'

export interface NoticeOptions {
  key: string
  lateMs: number
  later: (ms: number, act: () => Promise<void>) => void
}

type Payment = Extract<SentNotice, { kind: 'payment' }>

/** Sends what the sandbox tells of an order that was just paid, or failed. */
export async function sendNotices(order: SandboxOrder, { key, lateMs, later }: NoticeOptions): Promise<void> {
  const { behavior, notifyUrl } = order
  const send = (notice: Payment, signedWith = key) => post(notifyUrl, notice, signedWith)
  const [right, ...more] = noticesOf(order)
  if (!right || behavior === 'silent') return
  if (behavior === 'late') return later(lateMs, () => send(right))
  if (behavior === 'wrongAmount') await send({ ...right, amountFen: right.amountFen + 1 })
  if (behavior === 'wrongSignature') await send(right, `${key}?`)
  if (behavior === 'wrongOrder') await send({ ...right, orderNo: `${right.orderNo}0` })
  if (behavior === 'wrongApplication') await send({ ...right, merchantNo: `${right.merchantNo}0` })
  await send(right)
  if (behavior === 'twice') await send(right)
  for (const each of more) await send(each)
}

function noticesOf({ orderNo, merchantNo, amountFen, state, payments }: SandboxOrder): Payment[] {
  const common = { kind: 'payment', orderNo, merchantNo, appId: '', amountFen, currency: 'CNY' } as const
  if (state === 'failed') return [{ ...common, status: 'failed', tradeNo: '', paidAt: null }]
  return payments.map(({ tradeNo, paidAt }) => ({
    ...common,
    status: 'paid',
    tradeNo,
    paidAt: paidAt.toISOString(),
  }))
}

/** Sent once; whoever misses it asks. */
async function post(address: string, notice: Payment, key: string): Promise<void> {
  const body = JSON.stringify(notice)
  const headers = noticeHeaders(key, new Date(), body)
  await fetch(address, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) }).catch(() => {})
}
