import type { ProductRow } from '@kabao/contract/supply/product'
import type { productWords } from '@kabao/contract/supply/product.words'
import { productMachine } from '@kabao/contract/supply/product-machine'
import { type ColumnsOf, StateBadge } from '#kit'
import { NameWithCover } from './name-with-cover.tsx'

type Columns = ColumnsOf<ProductRow, typeof productWords>
type Column = Parameters<Columns>[0]

/** The columns that both lists begin with. */
const first = (column: Column) => [
  {
    ...column.text('name', { width: 200, isSticky: true, grows: true }),
    render: (row: ProductRow) => <NameWithCover row={row} />,
  },
  column.choice('kind', { width: 120 }),
  column.choice('flow', { width: 120 }),
  column.text('orgName', { width: 148, empty: column.t('ownProduct') }),
  {
    ...column.choice('status', { width: 92 }),
    render: (row: ProductRow) => <StateBadge of={productMachine} state={row.status} />,
  },
]
/** The columns that both lists end with. */
const last = (column: Column) => [
  column.instant('onSaleFrom', { isOptional: true }),
  column.instant('onSaleTo', { isOptional: true }),
  column.number('sort', { width: 84, isOptional: true }),
  column.text('summary', { width: 220, isOptional: true }),
  column.text('detailText', { width: 220, isOptional: true }),
  column.text('remark', { width: 180, isOptional: true }),
  column.text('id', { width: 120, isOptional: true, copy: true }),
  column.text('createdBy', { width: 112, isOptional: true }),
  column.instant('createdAt'),
  column.text('updatedBy', { width: 112, isOptional: true }),
  column.instant('updatedAt', { isOptional: true }),
]

export const columns: Columns = (column) => {
  const { t } = column
  return [
    ...first(column),
    column.money('faceFen', { width: 116 }),
    column.money('priceFen', { width: 104 }),
    column.number('left', { width: 92, empty: t('unlimited') }),
    column.number('sold', { width: 84 }),
    column.number('stock', { width: 100, isOptional: true, empty: t('unlimited') }),
    column.number('validDays', { width: 108 }),
    column.number('perUserLimit', { width: 100, isOptional: true, empty: t('unlimited') }),
    ...last(column),
  ]
}

export const uvColumns: Columns = (column) => {
  const { t } = column
  return [
    ...first(column),
    column.text('targetUrl', { width: 220, grows: true, copy: true }),
    column.money('priceFen', { width: 112 }),
    column.money('faceFen', { width: 112, isOptional: true }),
    column.number('left', { width: 92, empty: t('unlimited') }),
    column.number('sold', { width: 84 }),
    column.number('stock', { width: 100, isOptional: true, empty: t('unlimited') }),
    column.number('validDays', { width: 100, isOptional: true }),
    column.number('perUserLimit', { width: 100, isOptional: true, empty: t('unlimited') }),
    ...last(column),
  ]
}
