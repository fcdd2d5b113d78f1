import type { ReconcileKind } from '@kabao/contract/reconcile'
import type pg from 'pg'
import { type Db, dbOver } from '#db/client'
import { defineJob, type Run as JobRun } from '#jobs/job'
import { businessClock } from '#settings/business-clock'
import { inTransaction } from '../imports/in-transaction.ts'
import { ReaderEnded } from '../imports/read-in-process.ts'
import { BillProblem } from '../payment/provider.ts'
import { SheetProblem } from '../sheet/sheet.ts'
import { readBill } from './bill-file.ts'
import { compareOrgList, orgListReader } from './org-list.ts'
import {
  endRun,
  failRun,
  findRun,
  lockRun,
  type Outcome,
  type Run,
  reconcileQueue,
  releaseList,
} from './runs.ts'
import { stageRows, withFile } from './stage.ts'
import { tellDifferences, tellFailure } from './tell.ts'
import { compareWithin } from './within.ts'

/** How often a run is tried again after its process was killed or the database failed. */
const retries = 5

type Task = JobRun<{ id: string }>

/**
 * Does one comparison. It is one transaction, so a killed run leaves nothing behind, and the next one starts from the beginning; a run
 * that has ended is not done again.
 */
export const reconcileJob = defineJob({
  ...reconcileQueue,
  title: ['对账', 'Reconcile'],
  lane: 'heavy',
  retries,
  retrySeconds: 1,
  async run(task) {
    const { id } = task.data
    try {
      const seen = await findRun(task.db, id)
      return await withList(task, seen, (compare) =>
        inTransaction(task.pool, async (client) => {
          const write = dbOver(client)
          const run = await lockRun(write, id)
          // Another list was sent meanwhile: its own run compares it.
          if (run?.status !== 'queued' || run.fileId !== seen?.fileId) return { skipped: true }
          const { added, ...outcome } = await compare({ client, write, run })
          await endRun(write, id, outcome)
          await releaseList(write, run)
          await tellDifferences(write, run, added)
          const { lines, matched, wrong, gaps } = outcome
          return { lines, matched, wrong, ...gaps, added }
        }),
      )
    } catch (error) {
      const problem = problemOf(error)
      const isLast = task.attempt > retries || (error instanceof ReaderEnded && task.attempt > 1)
      if (problem || (isLast && !task.signal.aborted))
        await fail(task.db, id, problem ?? { problem: 'importFailed', values: {} })
      if (problem) return { problem: problem.problem }
      throw error
    }
  },
  giveUp: ({ db, data }) => fail(db, data.id, { problem: 'fileStopsService', values: {} }),
})

interface Comparing {
  client: pg.PoolClient
  write: Db
  run: Run
}
type Compare = (of: Comparing) => Promise<Outcome & { added: number }>

/** Opens what the other side sent, outside the transaction, and passes how it is compared. */
async function withList<T>(
  task: Task,
  run: Run | undefined,
  use: (compare: Compare) => Promise<T>,
): Promise<T | { skipped: true }> {
  if (run?.status !== 'queued') return { skipped: true }
  const clock = businessClock(task.settings)
  const compares: Record<ReconcileKind, () => Promise<T>> = {
    within: () =>
      use(({ write, run }) =>
        compareWithin(write, run, { clock, holdHours: task.settings.get('ledger.holdHours') }),
      ),
    orgList: () =>
      withFile(task, run.fileId, (file) =>
        use(async ({ client, write, run }) =>
          compareOrgList(
            write,
            run,
            clock,
            await stageRows(task, { client, write, reader: orgListReader, file }),
          ),
        ),
      ),
    bill: () => readBill(task, run, use),
  }
  return compares[run.kind]()
}

interface Failure {
  problem: string
  values: Record<string, string | number>
}

/** Why a list cannot be read; null if something else went wrong. */
function problemOf(error: unknown): Failure | null {
  if (error instanceof SheetProblem) return { problem: error.problem, values: error.values }
  if (error instanceof BillProblem)
    return { problem: `bill.${error.code}`, values: { line: error.line, column: error.column.slice(0, 60) } }
  return null
}

async function fail(db: Db, id: string, failure: Failure): Promise<void> {
  await db.transaction().execute(async (write) => {
    if (!(await failRun(write, id, failure))) return
    const run = await findRun(write, id)
    if (!run) return
    await releaseList(write, run)
    await tellFailure(write, run)
  })
}
