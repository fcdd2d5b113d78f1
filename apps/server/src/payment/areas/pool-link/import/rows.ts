import { poolLinkWords } from '@kabao/contract/payment/pool-link.words'
import { poolAmount, poolCollection, poolProduct, poolUrl } from '@kabao/contract/payment/pool-link-import'
import { poolLinkImportWords } from '@kabao/contract/payment/pool-link-import.words'
import { bySchema, endCell, moneyCell, optionalCell, textCell } from '#platform/imports/cells'
import type { ImportRows } from '#platform/imports/list-import'

export interface Row {
  /** In its normal form. */
  url: string
  /** A product's name or id. */
  product: string
  /** Null: the price of the product. */
  amountFen: number | null
  expiresAt: string | null
  /** The name of a collection channel; empty: any. */
  collection: string
}

/** How a row of a file becomes a link. */
export const poolLinkRows: ImportRows<Row> = {
  words: poolLinkImportWords,
  columns: {
    url: { isRequired: true, width: 44, read: (cell) => bySchema(poolUrl, cell), mask: (cell) => cell },
    product: textCell(poolProduct, { isRequired: true, width: 26 }),
    amountFen: { ...moneyCell(poolAmount, { width: 14 }), empty: null },
    expiresAt: endCell({ width: 22 }),
    collection: optionalCell(textCell(poolCollection, { width: 22 }), '', poolLinkWords.tree.anyCollection),
  },
  keyOf: ({ url }) => url,
}
