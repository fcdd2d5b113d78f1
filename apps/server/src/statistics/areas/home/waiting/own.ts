import { mostWaiting } from '@kabao/contract/statistics/home'
import { sql } from 'kysely'
import { databaseNow } from '#platform/db/now'
import { countJobs } from '#platform/jobs/pgboss-tables'
import { counted, type Waiting } from './kind.ts'

const lastDays = 7

/** Work of the service that a person looks at. */
export const ownWaiting: readonly Waiting[] = [
  {
    kind: 'importsToConfirm',
    needs: ['blacklist:import', 'UserBlackList'],
    link: () => ({ name: 'UserBlackList', query: { import: 'open' } }),
    count: ({ db, caller }) =>
      counted(
        db,
        sql`select from import_task where created_by = ${caller.adminId} and list = 'blacklist' and status = 'checked'`,
      ),
  },
  {
    kind: 'jobsFailed',
    needs: ['job:page', 'AdminJobList'],
    link: () => ({ name: 'AdminJobList', query: { state: 'failed', createdFrom: startOfFailures() } }),
    count: ({ db, jobs }) =>
      countJobs(db, { names: jobs, state: 'failed', createdFrom: startOfFailures() }, mostWaiting),
  },
  {
    kind: 'exportsReady',
    needs: [],
    link: () => ({ name: 'ExportCenter', query: { status: 'done' } }),
    count: ({ db, caller }) =>
      counted(db, sql`select from export_task where created_by = ${caller.adminId} and status = 'done'`),
  },
]

/** Rounded to the hour, so that the link does not change at each call. */
const startOfFailures = (): string => {
  const hour = 3_600_000
  return new Date(Math.floor(databaseNow() / hour) * hour - lastDays * 24 * hour).toISOString()
}
