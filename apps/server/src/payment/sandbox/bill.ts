import { yuanOf } from '../amount.ts'
import { chinaTime } from '../china-time.ts'
import type { SandboxMemory } from './memory.ts'

const head = 'kind,orderNo,tradeNo,refundNo,amount,fee,currency,status,time'
const feeBp = 60

/** The bill of a merchant and a day of China, in the plain layout; empty if nothing happened. */
export function billOf(memory: SandboxMemory, merchantNo: string, day: string): string {
  const lines = memory.of(merchantNo).flatMap((order) => [
    ...order.payments.map(({ tradeNo, paidAt }) => ({
      at: paidAt,
      line: ['payment', order.orderNo, tradeNo, '', ...amounts(order.amountFen), 'CNY', 'paid'],
    })),
    ...[...order.refunds.values()]
      .filter(({ status }) => status === 'refunded')
      .map(({ refundNo, tradeNo, amountFen, at }) => ({
        at,
        line: ['refund', order.orderNo, tradeNo, refundNo, yuanOf(amountFen), '0.00', 'CNY', 'refunded'],
      })),
  ])
  const ofDay = lines
    .map(({ at, line }) => ({ time: chinaTime(at), line }))
    .filter(({ time }) => time.slice(0, 10) === day)
  if (ofDay.length === 0) return ''
  const rows = ofDay.map(({ time, line }) => [...line, time].join(','))
  return [head, ...rows, `end,${rows.length}`].join('\r\n')
}

const amounts = (fen: number) => [yuanOf(fen), yuanOf(Math.round((fen * feeBp) / 10_000))]
