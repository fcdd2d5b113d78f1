import { type BillLine, BillProblem } from '../provider.ts'
import { textsOf } from './bill.ts'
import { Columns, type Row, type Title } from './columns.ts'

/**
 * The bill of all transactions of WeChat Pay (API v3, bill type `ALL`): every value begins with a grave accent, so a comma in a value
 * breaks nothing. Two more rows are the titles and the values of the totals.
 */
const titles = {
  at: ['交易时间', 'when it was done'],
  tradeNo: ['微信订单号', 'WeChat Pay’s number of the payment'],
  orderNo: ['商户订单号', 'our order number'],
  status: ['交易状态', 'SUCCESS, REFUND or REVOKED'],
  currency: ['货币种类', 'the currency'],
  amount: ['订单金额', 'the amount of the payment'],
  refundNo: ['商户退款单号', 'our number of the refund'],
  refund: ['申请退款金额', 'the amount of the refund'],
  fee: ['手续费', 'the fee, below 0 when it is given back'],
} as const satisfies Record<string, Title>
const refundStatus: Title = ['退款状态', 'what became of the refund']

const totalTitles = {
  count: ['总交易单数', 'the number of lines'],
  amount: ['订单总金额', 'the sum of the payments'],
  refund: ['申请退款总金额', 'the sum of the refunds'],
} as const satisfies Record<string, Title>

const kinds: Record<string, BillLine['kind']> = { SUCCESS: 'payment', REFUND: 'refund', REVOKED: 'refund' }

/** A longer line is no line of a bill, in characters. */
const longestLine = 16 * 1024

/** @throws BillProblem */
export async function* readWechatBill(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<BillLine> {
  for await (const text of textsOf(bytes)) {
    let columns: Columns | null = null
    let totals: Columns | null = null
    let isWhole = false
    const sums = { count: 0, payment: 0, refund: 0 }
    for await (const { line, text: row } of linesOf(text)) {
      if (isWhole) throw new BillProblem('form', line)
      if (columns === null) columns = new Columns(row.split(',')).need(Object.values(titles))
      else if (totals !== null) {
        checkTotals(totals.row(line, valuesOf(row)), sums)
        isWhole = true
      } else if (row.startsWith('`')) {
        const read = lineOf(columns.row(line, valuesOf(row)))
        sums.count++
        sums[read.kind] += read.amountFen
        yield read
      } else totals = new Columns(row.split(',')).need(Object.values(totalTitles))
    }
    if (!isWhole) throw new BillProblem('truncated')
  }
}

const valuesOf = (row: string) => row.replace(/^`/, '').split(',`')

function lineOf(row: Row): BillLine {
  const status = row.text(titles.status)
  const kind = kinds[status] ?? row.wrong(titles.status)
  const isRefund = kind === 'refund'
  const amountFen = row.fen(isRefund ? titles.refund : titles.amount)
  if (amountFen < 0) row.wrong(isRefund ? titles.refund : titles.amount)
  return {
    line: row.line,
    kind,
    amountFen,
    orderNo: row.number(titles.orderNo),
    tradeNo: row.number(titles.tradeNo),
    refundNo: isRefund ? row.number(titles.refundNo, false) : '',
    feeFen: row.feeFen(titles.fee),
    currency: /^[A-Z]{3}$/.test(row.text(titles.currency))
      ? row.text(titles.currency)
      : row.wrong(titles.currency),
    status: (isRefund ? `${status} ${row.text(refundStatus)}` : status).trim().slice(0, 32),
    at: row.time(titles.at),
  }
}

function checkTotals(row: Row, sums: { count: number; payment: number; refund: number }) {
  const isRight =
    row.text(totalTitles.count) === String(sums.count) &&
    row.fen(totalTitles.amount) === sums.payment &&
    row.fen(totalTitles.refund) === sums.refund
  if (!isRight) throw new BillProblem('totals', row.line)
}

async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<{ line: number; text: string }> {
  let rest = ''
  let line = 0
  for await (const piece of pieces) {
    const rows = (rest + piece).split('\n')
    rest = rows.pop() as string
    if (rest.length > longestLine) throw new BillProblem('form', line + 1)
    for (const row of rows) {
      line++
      if (row.trim() !== '') yield { line, text: row.trim() }
    }
  }
  if (rest.trim() !== '') yield { line: line + 1, text: rest.trim() }
}
