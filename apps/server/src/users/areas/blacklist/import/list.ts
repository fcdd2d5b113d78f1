import { join } from 'node:path'
import { blacklistImport } from '@kabao/contract/users/blacklist-import'
import { sql } from 'kysely'
import type { ListImport } from '#platform/imports/list-import'
import { blacklistRows } from './rows.ts'

type Row = Parameters<typeof blacklistRows.keyOf>[0]

/** The import into the blacklist; existing entries stay unchanged. */
export const blacklistListImport: ListImport<Row> = {
  name: 'blacklist',
  endpoints: blacklistImport,
  rows: blacklistRows,
  reader: join(import.meta.dirname, 'blacklist.reader.ts'),
  page: 'UserBlackList',
  mayReveal: { point: 'blacklist:reveal', scope: 'own' },
  staged: {
    kind: 'text',
    value: 'text',
    valueBefore: 'text',
    valueSealed: 'bytea',
    reason: 'text',
    expiresAt: 'timestamptz',
    remark: 'text',
  },
  there: (rows) => sql`
    select r.line, case when coalesce(b.expires_at, 'infinity') > now() then 'present' else 'lapsed' end as state
    from ${rows} r join blacklist b on b.kind = r.kind and b.value = r.value
    union
    select r.line, case when coalesce(b.expires_at, 'infinity') > now() then 'present' else 'lapsed' end
    from ${rows} r join blacklist b on r.kind = 'idNumber' and b.kind = 'idNumber'
      and coalesce(b.value_before, b.value) = coalesce(r.value_before, r.value)
    where exists (select from data_key where state in ('leaving', 'closed', 'ending'))`,
  async add(db, rows, { adminId }) {
    const { numAffectedRows = 0n } = await sql`
      insert into blacklist (kind, value, value_before, value_sealed, reason, source, expires_at, remark, created_by, updated_by)
      select kind, value, value_before, value_sealed, reason, 'import', expires_at, remark, ${adminId}, ${adminId} from ${rows} r
      order by line on conflict do nothing`.execute(db)
    return Number(numAffectedRows)
  },
}
