import { type DifferenceExport, difference } from '@kabao/contract/reconcile/difference'
import { differenceWords } from '@kabao/contract/reconcile/difference.words'
import { reconcileWords } from '@kabao/contract/reconcile/reconcile.words'
import { sql } from 'kysely'
import { maskedText } from '#platform/db/mask'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import { rowsOfDifferences } from './difference-queries.ts'

const { field, item, gap, status, cause } = differenceWords.tree

/** The list of differences as a file. */
export const differenceExport: ListExport<DifferenceExport> = {
  resource: 'difference',
  body: difference.export.body,
  columns: {
    kind: column.label(field.kind, sql`t.kind`, reconcileWords.tree.kind),
    item: column.label(field.item, sql`t.item`, item),
    gap: column.label(field.gap, sql`t.gap`, gap),
    day: column.plain(field.day, sql`to_char(t.day, 'YYYY-MM-DD')`),
    whose: column.typed(field.whose, sql`coalesce(org.name, collection.name, channel.name)`),
    ref: column.typed(field.ref, sql`t.shown`),
    oursFen: column.money(field.oursFen, sql`t.ours_fen`),
    theirsFen: column.money(field.theirsFen, sql`t.theirs_fen`),
    differenceFen: column.money(field.differenceFen, sql`t.difference_fen`),
    oursCount: column.number(field.oursCount, sql`t.ours_count`),
    theirsCount: column.number(field.theirsCount, sql`t.theirs_count`),
    oursStatus: column.plain(field.oursStatus, sql`t.ours_status`),
    theirsStatus: column.typed(field.theirsStatus, sql`t.theirs_status`),
    status: column.label(field.status, sql`t.status`, status),
    cause: column.label(field.cause, sql`t.cause`, cause),
    note: column.typed(field.note, sql`(${maskedText(sql`t.note`)})`),
    updatedBy: column.typed(field.updatedBy, sql`changer.name`),
    createdAt: column.instant(field.createdAt, sql`t.created_at`),
  },
  rows: async ({ owner }, { format: _, columns: _columns, ...page }) => rowsOfDifferences(page, owner),
}
