import type pg from 'pg'
import { BillProblem } from '#payment'
import { type Db, dbOver } from '#platform/db/client'
import { inTransaction } from '#platform/imports/in-transaction'
import { SheetProblem } from '#platform/sheet/sheet'
import { ListProblem } from './list-problem.ts'
import {
  endRun,
  type Failure,
  failRun,
  findRun,
  lockRun,
  type Outcome,
  type Run,
  releaseList,
} from './runs.ts'
import { tellDifferences, tellFailure } from './tell.ts'

export interface Comparing {
  client: pg.PoolClient
  write: Db
  run: Run
}

export type Compare = (of: Comparing) => Promise<Outcome & { added: number }>

/**
 * Does one comparison in a transaction under the lock of its run, so a killed run leaves nothing behind.
 * @param seen the run as its list was opened; a run that has ended or got another list since then is skipped
 */
export const doRun = (pool: pg.Pool, seen: Run, compare: Compare): Promise<Record<string, unknown>> =>
  inTransaction(pool, async (client) => {
    const write = dbOver(client)
    const run = await lockRun(write, seen.id)
    if (run?.status !== 'queued' || run.fileId !== seen.fileId) return { skipped: true }
    const { added, ...outcome } = await compare({ client, write, run })
    await endRun(write, run.id, outcome)
    await releaseList(write, run)
    await tellDifferences(write, run, added)
    const { lines, matched, wrong, gaps } = outcome
    return { lines, matched, wrong, ...gaps, added }
  })

/** Ends a run that waits as failed, and tells who must know. */
export async function giveUpRun(db: Db, id: string, failure: Failure): Promise<void> {
  await db.transaction().execute(async (write) => {
    if (!(await failRun(write, id, failure))) return
    const run = await findRun(write, id)
    if (!run) return
    await releaseList(write, run)
    await tellFailure(write, run)
  })
}

/** Why a list cannot be read; null if something else went wrong. */
export function listProblemOf(error: unknown): Failure | null {
  if (error instanceof SheetProblem || error instanceof ListProblem)
    return { problem: error.problem, values: error.values }
  if (error instanceof BillProblem)
    return { problem: `bill.${error.code}`, values: { line: error.line, column: error.column.slice(0, 60) } }
  return null
}
