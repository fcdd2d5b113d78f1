import { mostWaiting } from '@kabao/contract/statistics/home'
import { sql } from 'kysely'
import { lastBackup, lastGoodBackup } from '#platform/backup/run-record'
import { countJobs } from '#platform/jobs/pgboss-tables'
import { statisticsUpTo } from '../../../up-to.ts'
import { ofChannels } from '../waiting/kind.ts'
import type { CountedWarning, Looking, Warning } from './kind.ts'

const hour = 3_600_000
/** Figures that go no further than this are late, and a backup that is older is old. */
const lateFigures = 300_000
const oldBackup = 36 * hour
const failedDays = 7

const operation = { name: 'AdminOperation', query: {} }
/** Rounded to the hour, so that the link does not change at each call. */
const startOfFailures = ({ now }: Looking): string =>
  new Date(Math.floor(now / hour) * hour - failedDays * 24 * hour).toISOString()

export const serviceWarnings: readonly Warning[] = [
  {
    kind: 'ledgerBroken',
    needs: ['ledger:page', 'FinanceLedger'],
    async look({ db }) {
      const { rows } = await sql<{ at: string; count: number }>`
        select at, count from (
          select finished_at as at, jsonb_array_length(faults) + (not sums_agree)::int as count from ledger_check
          order by id desc limit 1) last
        where count > 0`.execute(db)
      return rows.map((found) => Object.assign(found, { link: { name: 'FinanceLedger', query: {} } }))
    },
  },
  {
    kind: 'figuresLate',
    needs: ['ChartSystemList', 'reportSystemList:page'],
    async look({ db, now }) {
      const at = await statisticsUpTo(db)
      const link = { name: 'ChartSystemList', query: { preset: 'today' } }
      return now - Date.parse(at) > lateFigures ? [{ at, link }] : []
    },
  },
  {
    kind: 'backupFailed',
    needs: ['operation:page', 'AdminOperation'],
    async look({ db }) {
      const last = await lastBackup(db)
      return last?.state === 'failed' ? [{ at: last.startedAt, link: operation }] : []
    },
  },
  {
    kind: 'backupOld',
    needs: ['operation:page', 'AdminOperation'],
    async look({ db, now }) {
      const good = await lastGoodBackup(db)
      return good && now - Date.parse(good.startedAt) > oldBackup
        ? [{ at: good.startedAt, link: operation }]
        : []
    },
  },
  {
    kind: 'jobsFailed',
    needs: ['job:page', 'AdminJobList'],
    async look(of) {
      const createdFrom = startOfFailures(of)
      const names = of.jobs.map(({ name }) => name)
      const count = await countJobs(of.db, { names, state: 'failed', createdFrom }, mostWaiting)
      return count > 0
        ? [{ count, link: { name: 'AdminJobList', query: { state: 'failed', createdFrom } } }]
        : []
    },
  },
]

export const countedService: readonly CountedWarning[] = [
  {
    kind: 'differencesWithin',
    needs: ['difference:page', 'FinanceReconcile'],
    link: () => ({ name: 'FinanceReconcile', query: { tab: 'differences', kind: 'within', status: 'open' } }),
    rows: ({ caller }) =>
      sql`select from difference t where t.status = 'open' and t.kind = 'within' ${ofChannels(caller)}`,
  },
]
