import { inLanguage } from '@kabao/contract/kernel/language'
import { maskIdNumber } from '@kabao/contract/kernel/personal'
import { type BlacklistExport, blacklist } from '@kabao/contract/users/blacklist'
import { blacklistWords } from '@kabao/contract/users/blacklist.words'
import { sql } from 'kysely'
import { maskedPhone, maskedText } from '#platform/db/mask'
import * as column from '#platform/exports/columns'
import type { ExportColumn, ListExport } from '#platform/exports/list-export'
import { blacklistPurpose } from '../../blacklist-match.ts'
import { rowsOfEntries, storedValues } from './queries.ts'

const { field, kind, source, state, forever, system } = blacklistWords.tree

/** The first character of a cell with an encrypted value; no unencrypted value begins with it. */
const sealed = '*'

/** Decrypts and masks encrypted values here; the database masks the other values. */
const value: ExportColumn = {
  title: field.value,
  kind: 'text',
  sql: () => sql`case t.kind when 'phone' then ${maskedPhone(sql`t.value`)}
    when 'idNumber' then ${sealed} || translate(encode(t.value_sealed, 'base64'), E'\\n', '') else t.value end`,
  read: (text, { vault }) =>
    text.startsWith(sealed)
      ? maskIdNumber(vault.open(Buffer.from(text.slice(sealed.length), 'base64'), blacklistPurpose))
      : text,
}

/** The blacklist as a file, masked as in the list. */
export const blacklistExport: ListExport<BlacklistExport> = {
  resource: 'blacklist',
  body: blacklist.export.body,
  columns: {
    kind: column.label(field.kind, sql`t.kind`, kind),
    value,
    reason: column.typed(field.reason, sql`(${maskedText(sql`t.reason`)})`),
    source: column.label(field.source, sql`t.source`, source),
    _state: column.computed(
      field.state,
      ({ language }) => sql`case when coalesce(t.expires_at, 'infinity') > now()
        then ${inLanguage(state.active, language)} else ${inLanguage(state.expired, language)} end`,
    ),
    expiresAt: column.instant(field.expiresAt, sql`t.expires_at`, forever),
    createdBy: column.typed(field.createdBy, sql`maker.name`, system),
    createdAt: column.instant(field.createdAt, sql`t.created_at`),
    remark: column.typed(field.remark, sql`(${maskedText(sql`t.remark`)})`),
  },
  rows: async ({ vault, owner }, { format: _, columns: _columns, ...page }) =>
    rowsOfEntries(page, storedValues(vault, page), owner),
}
