import { bySchema, endCell, moneyCell, textCell } from '#platform/imports/cells'
import type { ImportRows } from '#platform/imports/list-import'
import {
  poolAmount,
  poolCollection,
  poolProduct,
  poolUrl,
} from '../../../../../../../packages/contract/src/pool-link-import.ts'
import { poolLinkImportWords } from '../../../../../../../packages/contract/src/pool-link-import.words.ts'

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
    collection: textCell(poolCollection, { width: 22 }),
  },
  keyOf: ({ url }) => url,
}
