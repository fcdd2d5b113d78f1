import type pg from 'pg'
import { dbOver } from '#platform/db/client'
import { inTransaction } from '#platform/imports/in-transaction'
import { defineJob } from '#platform/jobs/job'
import { borrowRun, type Check, checkQueue, endCheck, failCheck, findCheck } from './checks.ts'
import { type Compare, listProblemOf } from './do-run.ts'
import { withList } from './lists.ts'
import type { Outcome } from './runs.ts'

/** How often a dry run is tried again after its process was killed or the database failed. */
const retries = 2

/** Does a comparison and rolls it back, so that a person sees what a list would change. */
export const reconcileCheck = defineJob({
  ...checkQueue,
  title: ['对账预检', 'Dry run of a reconciliation'],
  lane: 'heavy',
  retries,
  retrySeconds: 1,
  async run(task) {
    const { db, pool, data, attempt, signal } = task
    try {
      const check = await findCheck(db, data.id)
      if (check?.status !== 'queued') return { skipped: true }
      const outcome = await withList(task, check, 'reconcileCheck', (compare) =>
        rehearse(pool, check, compare),
      )
      await endCheck(db, check.id, outcome)
      const { lines, matched, wrong, gaps, added } = outcome
      return { lines, matched, wrong, ...gaps, added }
    } catch (error) {
      const problem = listProblemOf(error)
      if (problem || (attempt > retries && !signal.aborted))
        await failCheck(db, data.id, problem ?? { problem: 'importFailed', values: {} })
      if (problem) return { problem: problem.problem }
      throw error
    }
  },
  giveUp: ({ db, data }) => failCheck(db, data.id, { problem: 'fileStopsService', values: {} }),
})

/** Carries the result out of the transaction that it rolls back. */
class Rehearsed extends Error {
  readonly outcome: Outcome & { added: number }

  constructor(outcome: Outcome & { added: number }) {
    super('This transaction is rolled back')
    this.outcome = outcome
  }
}

async function rehearse(
  pool: pg.Pool,
  { kind, orgId, collectionId, day, toDay, fileId, sentBy }: Check,
  compare: Compare,
): Promise<Outcome & { added: number }> {
  try {
    return await inTransaction(pool, async (client) => {
      const write = dbOver(client)
      const scope = { kind, orgId, collectionId, day, toDay }
      const id = await borrowRun(write, scope)
      const run = {
        ...scope,
        id,
        status: 'queued',
        fileId,
        fileName: null,
        createdBy: null,
        sentBy,
        version: 0,
      } as const
      throw new Rehearsed(await compare({ client, write, run }))
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.outcome
    throw error
  }
}
