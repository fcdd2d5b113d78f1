import { type LedgerExport, ledger } from '@kabao/contract/ledger/ledger'
import { ledgerWords } from '@kabao/contract/ledger/ledger.words'
import { sql } from 'kysely'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import { rowsOfTransfers } from './queries.ts'

const { field, kind, account, ref, byService } = ledgerWords.tree

/** The export of the ledger: the same data as its list. */
export const ledgerExport: ListExport<LedgerExport> = {
  resource: 'ledger',
  body: ledger.export.body,
  columns: {
    id: column.plain(field.id, sql`t.id`),
    at: column.instant(field.at, sql`t.at`),
    kind: column.label(field.kind, sql`t.kind`, kind),
    orgName: column.typed(field.orgName, sql`org.name`),
    channelName: column.typed(field.channelName, sql`channel.name`),
    debitKind: column.label(field.debitKind, sql`debit.kind`, account),
    creditKind: column.label(field.creditKind, sql`credit.kind`, account),
    amountFen: column.money(field.amountFen, sql`t.amount_fen`),
    balanceAfterFen: column.money(field.balanceAfterFen, sql`t.balance_after_fen`),
    refKind: column.label(field.refKind, sql`t.ref_kind`, ref),
    refId: column.plain(field.refId, sql`t.ref_id`),
    businessDay: column.plain(field.businessDay, sql`t.business_day`),
    byAdmin: column.typed(field.byAdmin, sql`booker.name`, byService),
    number: column.number(field.number, sql`t.number`),
    reversesId: column.plain(field.reversesId, sql`t.reverses_id`),
  },
  rows: async ({ owner }, { format: _, columns: _columns, ...filters }) => rowsOfTransfers(filters, owner),
}
