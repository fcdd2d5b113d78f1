import { text } from '@kabao/contract'
import { readNumber } from '@kabao/contract/kernel/number-text'
import { narrow } from '@kabao/contract/kernel/typed/marks'
import { reconcileBillWords } from '@kabao/contract/reconcile/reconcile-bill.words'
import { bySchema, choiceCell, isDamagedNumber, textCell } from '#platform/imports/cells'
import type { CellResult, ImportColumn, ImportRows } from '#platform/imports/list-import'

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

/** The largest amount of a bill, in fen. */
const mostAmount = 99_999_999_999_999

const number = (options: Pick<ImportColumn, 'isRequired'> = {}): ImportColumn<string> => ({
  ...options,
  ...(options.isRequired ? {} : { empty: '' }),
  read(cell) {
    if (isDamagedNumber(narrow(cell))) return { problem: 'lostDigits' }
    return bySchema(text(64), narrow(cell))
  },
})

/** An amount in yuan, also below 0. Some providers write more decimals, which must be zeros. */
function amount(cell: string): CellResult<number> {
  const reading = readNumber('money', narrow(cell).replace(/(\.\d\d)0+$/, '$1'), {
    min: -mostAmount,
    max: mostAmount,
  })
  if ('fault' in reading) return { problem: reading.fault }
  return reading.value === null ? { problem: 'required' } : { value: reading.value }
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
  check: ({ item: of, refundNo, amount }) => ({
    ...(of === 'refund' && refundNo === '' && { refundNo: 'required' }),
    // Only a refund may be written as a negative amount.
    ...(of === 'payment' && amount < 0 && { amount: 'minus' }),
  }),
  keyOf: ({ item: of, tradeNo, refundNo }) => `${of} ${of === 'payment' ? tradeNo : refundNo}`,
  stage: ({ item: of, tradeNo, orderNo, refundNo, amount: fen, fee, outcome }) => ({
    item: of,
    ref: of === 'payment' ? tradeNo : refundNo,
    orderNo,
    outcome,
    // The sign of a fee says whether it is taken or given back, which the kind of the row says too.
    fen: Math.abs(fen),
    fee: Math.abs(fee),
  }),
}
