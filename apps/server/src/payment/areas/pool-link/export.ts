import { type PoolLinkExport, poolLink } from '@kabao/contract/payment/pool-link'
import { poolLinkWords } from '@kabao/contract/payment/pool-link.words'
import { sql } from 'kysely'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import { rowsOfLinks } from './queries.ts'

const { field, status, anyCollection, noEnd } = poolLinkWords.tree

/** The links of the pool as a file. */
export const poolLinkExport: ListExport<PoolLinkExport> = {
  resource: 'poolLink',
  body: poolLink.export.body,
  columns: {
    id: column.plain(field.id, sql`t.id`),
    url: column.plain(field.url, sql`t.url`),
    productName: column.typed(field.productName, sql`product.name`),
    collectionName: column.typed(field.collectionName, sql`collection.name`, anyCollection),
    amountFen: column.money(field.amountFen, sql`t.amount_fen`),
    status: column.label(field.status, sql`t.status`, status),
    expiresAt: column.instant(field.expiresAt, sql`t.expires_at`, noEnd),
    orderId: column.plain(field.orderId, sql`given.order_id`),
    assignedAt: column.instant(field.assignedAt, sql`given.at`),
    fileName: column.typed(field.fileName, sql`batch.file_name`),
    createdAt: column.instant(field.createdAt, sql`t.created_at`),
    updatedBy: column.typed(field.updatedBy, sql`changer.name`),
    updatedAt: column.instant(field.updatedAt, sql`t.updated_at`),
  },
  rows: async (_, { format: _format, columns: _columns, ...page }) => rowsOfLinks(page),
}
