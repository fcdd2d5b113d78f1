import type { ProductExport } from '@kabao/contract/supply/product'
import { productWords } from '@kabao/contract/supply/product.words'
import { sql } from 'kysely'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import { textOfRichText } from '#platform/rich-text/text'
import type { List } from './lists.ts'
import { rowsOfProducts } from './queries.ts'

const { field, kind, flow, status, unlimited, ownProduct } = productWords.tree
/** A list of products as a file. */
export const productExportOf = ({ name, calls, ...list }: List): ListExport<ProductExport> => ({
  resource: name,
  body: calls.export.body,
  columns: {
    id: column.plain(field.id, sql`t.id`),
    name: column.typed(field.name, sql`t.name`),
    kind: column.label(field.kind, sql`t.kind`, kind),
    flow: column.label(field.flow, sql`t.flow`, flow),
    orgName: column.typed(field.orgName, sql`org.name`, ownProduct),
    targetUrl: column.typed(field.targetUrl, sql`t.target_url`),
    faceFen: column.money(field.faceFen, sql`t.face_fen`),
    priceFen: column.money(field.priceFen, sql`t.price_fen`),
    stock: column.orWord(
      field.stock,
      sql`case when t.pool_idle is null then t.stock else left_of(t) end`,
      unlimited,
    ),
    sold: column.number(field.sold, sql`sold_of(t)`),
    left: column.orWord(field.left, sql`left_of(t)`, unlimited),
    validDays: column.number(field.validDays, sql`t.valid_days`),
    perUserLimit: column.orWord(field.perUserLimit, sql`t.per_user_limit`, unlimited),
    status: column.label(field.status, sql`t.status`, status),
    onSaleFrom: column.instant(field.onSaleFrom, sql`t.on_sale_from`),
    onSaleTo: column.instant(field.onSaleTo, sql`t.on_sale_to`),
    sort: column.number(field.sort, sql`t.sort`),
    summary: column.typed(field.summary, sql`t.summary`),
    detailText: column.typed(field.detailText, textOfRichText(sql`t.detail`)),
    remark: column.typed(field.remark, sql`t.remark`),
    ...column.changes(field),
  },
  rows: async (_, { format: _format, columns: _columns, ...page }) =>
    rowsOfProducts({ name, calls, ...list }, page),
})
