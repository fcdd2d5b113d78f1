import { type CollectionExport, collection } from '@kabao/contract/payment/collection'
import { collectionWords } from '@kabao/contract/payment/collection.words'
import { sql } from 'kysely'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import { rowsOfCollections } from './queries.ts'

const { field, provider, status, unlimited } = collectionWords.tree

/** The list of collection channels as a file, without any setting or secret of a provider. */
export const collectionExport: ListExport<CollectionExport> = {
  resource: 'collection',
  body: collection.export.body,
  columns: {
    name: column.typed(field.name, sql`t.name`),
    provider: column.label(field.provider, sql`t.provider`, provider),
    status: column.label(field.status, sql`t.status`, status),
    merchantNo: column.plain(field.merchantNo, sql`t.merchant_no`),
    weight: column.number(field.weight, sql`t.weight`),
    feeBp: column.plain(field.feeBp, sql`trim_scale(t.fee_bp / 100.0)::text || '%'`),
    minFen: column.money(field.minFen, sql`t.min_fen`),
    maxFen: column.money(field.maxFen, sql`t.max_fen`),
    dailyLimitFen: column.orWord(
      field.dailyLimitFen,
      sql`trim_scale(round(t.daily_limit_fen / 100.0, 2))`,
      unlimited,
    ),
    remark: column.typed(field.remark, sql`t.remark`),
    createdAt: column.instant(field.createdAt, sql`t.created_at`),
  },
  rows: async (_, { format: _format, columns: _columns, ...page }) => rowsOfCollections(page),
}
