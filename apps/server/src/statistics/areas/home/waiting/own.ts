import { sql } from 'kysely'
import type { Waiting } from './kind.ts'

/** What waits for the caller alone. */
export const ownWaiting: readonly Waiting[] = [
  {
    kind: 'importsToConfirm',
    needs: ['blacklist:import', 'UserBlackList'],
    link: () => ({ name: 'UserBlackList', query: { import: 'open' } }),
    rows: ({ caller }) =>
      sql`select from import_task where created_by = ${caller.adminId} and list = 'blacklist' and status = 'checked'`,
  },
  {
    kind: 'leadsDue',
    needs: ['crmCenter:page', 'CrmCenter'],
    link: () => ({ name: 'CrmCenter', query: {} }),
    rows: ({ caller, endOfToday }) =>
      sql`select from lead t join salesman s on s.id = t.salesman_id
        where s.admin_id = ${caller.adminId} and t.closed_at is null and t.next_follow_at < ${endOfToday}::timestamptz`,
  },
  {
    kind: 'exportsReady',
    needs: [],
    link: () => ({ name: 'ExportCenter', query: { status: 'done' } }),
    rows: ({ caller }) =>
      sql`select from export_task where created_by = ${caller.adminId} and status = 'done'`,
  },
]
