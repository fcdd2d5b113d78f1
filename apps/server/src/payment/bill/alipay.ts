import { type BillLine, BillProblem } from '../provider.ts'
import { textsOf } from './bill.ts'
import { Columns, type Row, type Title } from './columns.ts'
import { rowsOf } from './plain.ts'

/**
 * The detailed bill of Alipay (bill type `trade`): comments that begin with `#` around one table. The archive also holds a summary,
 * which is left out.
 */
const titles = {
  tradeNo: ['支付宝交易号', 'Alipay’s number of the payment'],
  orderNo: ['商户订单号', 'our order number'],
  kind: ['业务类型', 'payment or refund'],
  at: ['完成时间', 'when it was done'],
  amount: ['订单金额（元）', 'the amount, below 0 for a refund'],
  refundNo: ['退款批次号/退款请求号', 'our number of the refund'],
  fee: ['服务费（元）', 'the fee, below 0 when it is taken'],
} as const satisfies Record<string, Title>

const words = {
  payment: ['交易', 'payment'],
  refund: ['退款', 'refund'],
  summary: ['业务汇总', 'summary'],
  end: ['业务明细列表结束', 'end of the details'],
} as const

/** The number of payments and of refunds after the table. */
const totals = { payment: /^#+\s*交易合计[：:](\d+)笔/, refund: /^#+\s*退款合计[：:](\d+)笔/ }

/** @throws BillProblem */
export async function* readAlipayBill(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<BillLine> {
  let hasDetails = false
  for await (const text of textsOf(bytes)) {
    for await (const line of detailsOf(text)) {
      hasDetails = true
      if (line !== 'whole') yield line
    }
  }
  if (!hasDetails) throw new BillProblem('columns', 0, titles.tradeNo[0])
}

/** The lines of one file, then `whole`; nothing for the summary. */
async function* detailsOf(text: AsyncIterable<string>): AsyncGenerator<BillLine | 'whole'> {
  let columns: Columns | null = null
  let hasEnded = false
  const counts = { payment: 0, refund: 0 }
  const told = new Set<keyof typeof totals>()
  for await (const { line, cells } of rowsOf(text)) {
    const [first = ''] = cells
    if (first.startsWith('#')) {
      if (columns === null && first.includes(words.summary[0])) return
      if (first.includes(words.end[0])) hasEnded = true
      else if (hasEnded) checkTotals(first, line)
      continue
    }
    if (columns === null) {
      columns = new Columns(cells).need(Object.values(titles))
      continue
    }
    if (hasEnded) throw new BillProblem('form', line)
    const read = lineOf(columns.row(line, cells))
    counts[read.kind]++
    yield read
  }
  if (columns === null) return
  if (!hasEnded || told.size < 2) throw new BillProblem('truncated')
  yield 'whole'

  function checkTotals(comment: string, line: number) {
    for (const kind of ['payment', 'refund'] as const) {
      const [, count] = totals[kind].exec(comment) ?? []
      if (count === undefined) continue
      told.add(kind)
      if (Number(count) !== counts[kind]) throw new BillProblem('totals', line)
    }
  }
}

function lineOf(row: Row): BillLine {
  const status = row.text(titles.kind)
  const kind = status.includes(words.refund[0])
    ? 'refund'
    : status.includes(words.payment[0])
      ? 'payment'
      : row.wrong(titles.kind)
  const signed = row.fen(titles.amount)
  // A refund is written with a minus.
  if (signed !== 0 && signed > 0 !== (kind === 'payment')) row.wrong(titles.amount)
  return {
    line: row.line,
    kind,
    status: status.slice(0, 32),
    orderNo: row.number(titles.orderNo),
    tradeNo: row.number(titles.tradeNo),
    refundNo: kind === 'refund' ? row.number(titles.refundNo, false) : '',
    amountFen: Math.abs(signed),
    // `0 -`, because a negated 0 would be -0.
    feeFen: 0 - row.feeFen(titles.fee),
    currency: 'CNY',
    at: row.time(titles.at),
  }
}
