import { text } from '@kabao/contract'
import { reconcileBillWords } from '@kabao/contract/reconcile-bill.words'
import { bySchema, choiceCell, isDamagedNumber, textCell } from '../imports/cells.ts'
import type { CellResult, ImportColumn, ImportRows } from '../imports/list-import.ts'

interface Row {
  item: 'payment' | 'refund'
  /** The provider's number of the payment. */
  tradeNo: string
  /** Our number of the order. */
  orderNo: string
  /** Our number of the refund. */
  refundNo: string
  /** In fen. */
  amount: number
  fee: number
  outcome: string
}

/** Some providers begin a number with a mark, so that a spreadsheet program does not change it. */
const bare = (cell: string) => cell.replace(/^[`'\s]+|\s+$/g, '')

const number = (options: Pick<ImportColumn, 'isRequired'> = {}): ImportColumn<string> => ({
  ...options,
  ...(options.isRequired ? {} : { empty: '' }),
  read(cell) {
    if (isDamagedNumber(bare(cell))) return { problem: 'lostDigits' }
    return bySchema(text(64), bare(cell))
  },
})

/** An amount in yuan with two decimals; a refund may be written as a negative amount. The fen are read as digits, without a float. */
function amount(cell: string): CellResult<number> {
  const match = /^[¥￥]?\s*[+-]?(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(bare(cell).replace(/,(?=\d{3})/g, ''))
  if (!match) return { problem: 'money' }
  return { value: Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) }
}

/** How a row of a bill is read that a person exported as a table, or of a provider without a format of its own. */
export const billRows: ImportRows<Row> = {
  words: reconcileBillWords,
  columns: {
    item: { ...choiceCell(reconcileBillWords.tree.item, reconcileBillWords.tree.alsoItem), empty: 'payment' },
    tradeNo: number({ isRequired: true }),
    orderNo: number(),
    refundNo: number(),
    amount: { isRequired: true, read: amount },
    fee: { empty: 0, read: amount },
    outcome: textCell(text(64)),
  },
  check: ({ item: of, refundNo }) => (of === 'refund' && refundNo === '' ? { refundNo: 'required' } : {}),
  keyOf: ({ item: of, tradeNo, refundNo }) => `${of} ${of === 'payment' ? tradeNo : refundNo}`,
  stage: ({ item: of, tradeNo, orderNo, refundNo, amount: fen, fee, outcome }) => ({
    ...{ item: of, ref: of === 'payment' ? tradeNo : refundNo, orderNo, fen, fee, outcome },
  }),
}
