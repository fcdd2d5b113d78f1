import { csvParser } from '#platform/sheet/csv'
import { SheetProblem, type SheetRow } from '#platform/sheet/sheet'
import { type BillLine, BillProblem } from '../provider.ts'
import { textsOf } from './bill.ts'
import { Columns, type Title } from './columns.ts'

/**
 * The plain layout, for providers without one of their own: CSV with these titles in any order, amounts in yuan, times of China. Its
 * last row is `end` and the number of lines, so that a file that breaks off is recognised.
 */
const titles = {
  kind: ['kind', 'payment or refund'],
  orderNo: ['orderNo', 'our order number'],
  tradeNo: ['tradeNo', 'the provider’s number of the payment'],
  refundNo: ['refundNo', 'our number of the refund'],
  amount: ['amount', 'in yuan, not negative'],
  fee: ['fee', 'in yuan'],
  currency: ['currency', 'such as CNY'],
  status: ['status', 'the provider’s own word'],
  time: ['time', '2026-03-01 10:00:00'],
} as const satisfies Record<string, Title>

/** @throws BillProblem */
export async function* readPlainBill(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<BillLine> {
  for await (const text of textsOf(bytes)) {
    let columns: Columns | null = null
    let count = 0
    let isWhole = false
    for await (const { line, cells } of rowsOf(text)) {
      if (isWhole) throw new BillProblem('form', line)
      if (columns === null) {
        columns = new Columns(cells).need(Object.values(titles))
        continue
      }
      if (cells[0] === 'end') {
        if (cells[1] !== String(count)) throw new BillProblem('totals', line)
        isWhole = true
        continue
      }
      count++
      yield lineOf(columns, line, cells)
    }
    if (!isWhole) throw new BillProblem('truncated')
  }
}

function lineOf(columns: Columns, line: number, cells: readonly string[]): BillLine {
  const row = columns.row(line, cells)
  const kind = row.text(titles.kind)
  if (kind !== 'payment' && kind !== 'refund') return row.wrong(titles.kind)
  const amountFen = row.fen(titles.amount)
  if (amountFen < 0) row.wrong(titles.amount)
  return {
    line,
    kind,
    amountFen,
    orderNo: row.number(titles.orderNo),
    tradeNo: row.number(titles.tradeNo),
    refundNo: row.number(titles.refundNo, kind === 'refund'),
    feeFen: row.feeFen(titles.fee),
    currency: /^[A-Z]{3}$/.test(row.text(titles.currency))
      ? row.text(titles.currency)
      : row.wrong(titles.currency),
    status: row.text(titles.status).slice(0, 32),
    at: row.time(titles.time),
  }
}

/** The rows of a CSV text, with our own kind of problem. */
export async function* rowsOf(text: AsyncIterable<string>): AsyncGenerator<SheetRow> {
  const parser = csvParser()
  try {
    for await (const piece of text) yield* parser.push(piece)
    yield* parser.end()
  } catch (error) {
    if (error instanceof SheetProblem) throw new BillProblem('form')
    throw error
  }
}
