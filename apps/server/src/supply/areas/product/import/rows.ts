import { longText, requiredText, text, type Words } from '@kabao/contract'
import { fen, whole } from '@kabao/contract/kernel/money'
import { webAddress } from '@kabao/contract/kernel/web-address'
import type { ProductRow } from '@kabao/contract/supply/product'
import { productWords } from '@kabao/contract/supply/product.words'
import { productImportWords, productUvImportWords } from '@kabao/contract/supply/product-import.words'
import { bySchema, choiceCell, moneyCell, numberCell, optionalCell, textCell } from '#platform/imports/cells'
import type { ImportRows } from '#platform/imports/list-import'

export type Row = Pick<
  ProductRow,
  | 'name'
  | 'kind'
  | 'flow'
  | 'faceFen'
  | 'priceFen'
  | 'validDays'
  | 'stock'
  | 'perUserLimit'
  | 'summary'
  | 'remark'
> & { orgCode: string }
export type UvRow = Row & { targetUrl: string }

const { kind, flow, unlimited } = productWords.tree
const isRequired = true

/** The columns of both lists. @param flows the words of the list's flows @param also further words for a kind */
const columnsOf = (flows: Partial<typeof flow>, also: typeof productImportWords.tree.alsoKind) => ({
  name: textCell(requiredText(60), { isRequired, width: 26 }),
  kind: choiceCell(kind, also, { isRequired, width: 14 }),
  flow: choiceCell(flows as Record<Row['flow'], Words>, {}, { isRequired, width: 14 }),
  orgCode: textCell(text(40), { width: 16 }),
  faceFen: moneyCell(fen(), { isRequired, width: 16 }),
  priceFen: moneyCell(fen(), { isRequired, width: 16 }),
  validDays: numberCell(whole(1, 36_500), { isRequired, width: 12 }),
  stock: optionalCell(numberCell(whole(0, 1_000_000_000), { width: 12 }), null, unlimited),
  perUserLimit: optionalCell(numberCell(whole(1, 1_000_000), { width: 12 }), null, unlimited),
  summary: textCell(text(200)),
  remark: textCell(longText(500)),
})
const keyOf = ({ name, flow, orgCode }: Row) => JSON.stringify([flow, orgCode, name])

/** How a row of a file becomes a draft; the rules are those of the form. */
export const productRows: ImportRows<Row> = {
  words: productImportWords,
  columns: columnsOf({ full: flow.full, half: flow.half }, productImportWords.tree.alsoKind),
  keyOf,
}

export const productUvRows: ImportRows<UvRow> = {
  words: productUvImportWords,
  columns: {
    ...columnsOf({ uv: flow.uv, city: flow.city }, productUvImportWords.tree.alsoKind),
    targetUrl: { isRequired, read: (cell) => bySchema(webAddress, cell) },
  },
  keyOf,
}
