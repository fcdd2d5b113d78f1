import { id as idSchema } from '@kabao/contract'
import * as z from 'zod'
import { dbOver } from '#db/client'
import { sendMessage } from '#db/messages'
import { defineJob } from '#jobs/job'
import { inTransaction } from './in-transaction.ts'
import { doneMessage, failedMessage } from './messages.ts'
import * as queries from './queries.ts'
import { teller } from './teller.ts'

const partSize = 20_000

/**
 * Adds what a dry run found: in one transaction, with its audit line and its message. A run that is killed has added nothing;
 * one that comes second finds that all is done.
 */
export const blacklistImportCommit = defineJob({
  name: 'blacklist-import-commit',
  title: ['写入导入的黑名单', 'Add an import to the blacklist'],
  lane: 'heavy',
  data: z.strictObject({ id: idSchema }),
  // An instance that is killed says nothing of the import.
  retries: 5,
  retrySeconds: 1,
  async run(run) {
    const { id } = run.data
    const telling = teller(run, id, 'committing')
    try {
      return await inTransaction(run.pool, async (client) => {
        const db = dbOver(client)
        await queries.lockImport(db, id)
        await queries.lockCommits(db)
        const task = await queries.find(db, id, null)
        if (task?.status !== 'committing' || task.report === null) return { skipped: true }
        let added = 0
        let after = 0
        for (;;) {
          telling.signal.throwIfAborted()
          const to = await queries.endOfPart(db, id, after, partSize)
          if (to === null) break
          added += await queries.addRows(db, id, { after, to }, task.createdBy)
          after = to
          telling.say(Math.min(99, Math.floor((100 * added) / Math.max(1, task.report.new))))
        }
        const result = { added, present: task.report.new - added }
        await telling.end()
        if (!(await queries.move(db, id, ['committing'], 'done', { result })))
          throw new Error('The import was cancelled')
        await queries.insertAudit(db, task, result)
        await sendMessage(db, doneMessage(task, result))
        return result
      })
    } finally {
      await telling.end()
    }
  },
  giveUp: ({ db, data }) =>
    db.transaction().execute(async (write) => {
      const task = await queries.find(write, data.id, null)
      const problem = 'fileStopsService'
      if (task && (await queries.move(write, data.id, ['committing'], 'failed', { problem })))
        await sendMessage(write, failedMessage(task, { problem, values: {} }))
    }),
})
