import { ReaderEnded } from '#platform/imports/read-in-process'
import { defineJob } from '#platform/jobs/job'
import { doRun, giveUpRun, listProblemOf } from './do-run.ts'
import { withList } from './lists.ts'
import { findRun, isDownloaded, reconcileQueue } from './runs.ts'

/** How often a run is tried again after its process was killed or the database failed. */
const retries = 5

/** Does one comparison. A run that has ended is not done again. */
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
      if (seen?.status !== 'queued' || isDownloaded(seen)) return { skipped: true }
      return await withList(task, seen, 'reconcile', (compare) => doRun(task.pool, seen, compare))
    } catch (error) {
      const problem = listProblemOf(error)
      const isLast = task.attempt > retries || (error instanceof ReaderEnded && task.attempt > 1)
      if (problem || (isLast && !task.signal.aborted))
        await giveUpRun(task.db, id, problem ?? { problem: 'importFailed', values: {} })
      if (problem) return { problem: problem.problem }
      throw error
    }
  },
  giveUp: ({ db, data }) => giveUpRun(db, data.id, { problem: 'fileStopsService', values: {} }),
})
