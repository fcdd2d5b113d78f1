import { writeAudit } from '../audit/write.ts'
import { announceChanges } from '../db/changes.ts'
import { dbOver } from '../db/client.ts'
import { sendMessage } from '../db/messages.ts'
import { type AnyJob, defineJob, type Run } from '../jobs/job.ts'
import { importData, listOf } from './check-job.ts'
import { rememberColumns } from './columns.ts'
import { inTransaction } from './in-transaction.ts'
import { type AnyListImport, pointOf, targetOf } from './list-import.ts'
import { doneMessage, failedMessage } from './messages.ts'
import { progressReporter } from './progress.ts'
import * as rows from './rows.ts'
import * as tasks from './tasks.ts'
import { restageRows } from './waiting-rows.ts'

const partSize = 20_000

/** The queue of confirmed imports. */
export const importCommitQueue = { name: 'import-commit', data: importData }

/**
 * Adds the new rows that a dry run found, in one transaction with the audit log entry and the notification. A killed run has added
 * nothing; a second run finds that the import is done.
 * @param lists every list that rows can be imported into
 */
export const importCommit = (lists: readonly AnyListImport[]): AnyJob =>
  defineJob({
    ...importCommitQueue,
    title: ['写入导入的数据', 'Add imported data'],
    lane: 'heavy',
    // The kill of an instance is not the fault of the import.
    retries: 5,
    retrySeconds: 1,
    run: (run) => commit(run, lists),
    giveUp: ({ db, data }) =>
      db.transaction().execute(async (write) => {
        const task = await tasks.find(write, data.id, null)
        const problem = 'fileStopsService'
        if (task && (await tasks.move(write, data.id, ['committing'], 'failed', { problem })))
          await sendMessage(write, failedMessage(listOf(lists, task), task, { problem, values: {} }))
      }),
  })

async function commit(run: Run<{ id: string }>, lists: readonly AnyListImport[]) {
  const { id } = run.data
  const progress = progressReporter(run, id, 'committing')
  let affected: readonly string[] = []
  try {
    const result = await inTransaction(run.pool, async (client) => {
      const db = dbOver(client)
      await rows.lockImport(db, id)
      const waiting = await tasks.find(db, id, null)
      if (waiting?.status !== 'committing') return { skipped: true }
      const list = listOf(lists, waiting)
      await rows.lockCommits(db, list)
      const task = await tasks.find(db, id, null)
      if (task?.status !== 'committing' || task.report === null) return { skipped: true }
      await restageRows(db, run.vault, list, id)
      const wanted = task.report.counts.new ?? 0
      let added = 0
      let after = 0
      for (;;) {
        progress.signal.throwIfAborted()
        const to = await rows.endOfPart(db, id, after, list.rowsAtOnce ?? partSize)
        if (to === null) break
        added += await rows.addRows(db, list, id, { after, to }, task.createdBy)
        after = to
        progress.report(Math.min(99, Math.floor((100 * added) / Math.max(1, wanted))))
      }
      const present = wanted - added
      const all = Object.values(task.report.counts).reduce((sum, count) => sum + count, 0)
      const settled = await rows.settleRows(db, list, id, all, {
        adminId: task.createdBy,
        choices: task.choices ?? {},
      })
      const result = {
        added: added + settled.added,
        present,
        ...(list.settle && { changed: settled.changed }),
      }
      await progress.end()
      if (!(await tasks.move(db, id, ['committing'], 'done', { result })))
        throw new Error('The import was cancelled')
      await rememberColumns(db, id)
      await writeAudit(db, [
        {
          by: { adminId: task.createdBy },
          point: pointOf(list),
          target: targetOf(list, id),
          before: { status: 'committing' },
          after: { status: 'done', ...result },
        },
      ])
      await sendMessage(db, doneMessage(list, task, result))
      affected = list.endpoints.importCommit.affects
      return result
    })
    // Pages that miss the announcement show the rows at their next read.
    if (affected.length > 0) await announceChanges(run.db, affected).catch(() => undefined)
    return result
  } finally {
    await progress.end()
  }
}
