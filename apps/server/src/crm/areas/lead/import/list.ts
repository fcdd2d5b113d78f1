import { join } from 'node:path'
import { leadImport } from '@kabao/contract/crm/lead-import'
import { sql } from 'kysely'
import type { ListImport } from '#platform/imports/list-import'
import { addLeads } from './add.ts'
import { isLeadSeen, poolsToName, withPool } from './pools.ts'
import { leadRows, type Row } from './rows.ts'
import { settleLeads } from './settle.ts'

/** The import of leads; what becomes of persons who are leads already, its sender chooses. */
export const leadListImport: ListImport<Row> = {
  name: 'lead',
  endpoints: leadImport,
  rows: leadRows,
  reader: join(import.meta.dirname, 'lead.reader.ts'),
  page: 'CrmClue',
  // A person is one lead, whoever holds it, so a file is compared with the leads of all.
  mayReveal: { point: 'lead:reveal', scope: 'all' },
  namesThere: ['noPool'],
  allowed: { pool: poolsToName },
  staged: { phone: 'text', name: 'text', city: 'text', pool: 'text', remark: 'text' },
  there: (rows, adminId) => sql`
    select r.line, case when r.pool_id is null then 'noPool' else f.state end as state
    from ${withPool(rows, adminId)} r left join lateral (
      select case when not c.is_seen then 'others' when c.stage in ('converted', 'invalid') then c.stage
        when c.salesman_id is null then 'waiting' else 'held' end as state
      from (select c.*, ${isLeadSeen(adminId)} as is_seen from lead c where c.phone = r.phone) c
      where c.is_seen or c.stage <> 'invalid' order by c.stage = 'invalid', c.id desc limit 1
    ) f on true
    where r.pool_id is null or f.state is not null`,
  add: (db, rows, { adminId }) => addLeads(db, withPool(rows, sql`${adminId}::bigint`), adminId),
  settle: settleLeads,
}
