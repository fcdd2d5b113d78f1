import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { id as idSchema } from '@kabao/contract'
import { mostNamedRows } from '@kabao/contract/kernel/import'
import { from as copyFrom } from 'pg-copy-streams'
import * as z from 'zod'
import { type Db, dbOver } from '../db/client.ts'
import { sendMessage } from '../db/messages.ts'
import { type AnyJob, defineJob, type Run } from '../jobs/job.ts'
import { SheetProblem } from '../sheet/sheet.ts'
import { sheetOf, withFileCopy } from './file-copy.ts'
import { countList } from './guesses.ts'
import { inTransaction } from './in-transaction.ts'
import { type AnyListImport, pointOf, targetOf } from './list-import.ts'
import { failedMessage } from './messages.ts'
import { progressReporter } from './progress.ts'
import { ReaderEnded, readInProcess } from './read-in-process.ts'
import { copyColumns } from './reader-task.ts'
import { namedRows } from './report.ts'
import * as rows from './rows.ts'
import * as tasks from './tasks.ts'

/** The data of the two import jobs. */
export const importData = z.strictObject({ id: idSchema })
/** The queue of dry runs. */
export const importCheckQueue = { name: 'import-check', data: importData }

/** More than for other jobs, because the kill of an instance is not the fault of the file. */
const retries = 5
/** How often a file is retried after its reader was killed from outside, usually because memory ran out. */
const readerRetries = 1

/**
 * The dry run of an import: copies the rows of the file into a staging table and checks them there. It is one transaction, so a
 * killed run leaves nothing behind, and the next run starts from the beginning.
 * @param lists every list that rows can be imported into
 */
export const importCheck = (lists: readonly AnyListImport[]): AnyJob =>
  defineJob({
    ...importCheckQueue,
    title: ['核对导入的文件', 'Check import files'],
    lane: 'heavy',
    retries,
    retrySeconds: 1,
    async run(run) {
      const task = await tasks.find(run.db, run.data.id, null)
      if (task?.status !== 'checking') return { skipped: true }
      const list = listOf(lists, task)
      try {
        return await check(run, list, task)
      } catch (error) {
        if (error instanceof SheetProblem) {
          await fail(run.db, list, task, error)
          return { problem: error.problem }
        }
        const tries = error instanceof ReaderEnded ? readerRetries : retries
        if (run.attempt > tries && !run.signal.aborted)
          await fail(run.db, list, task, new SheetProblem('importFailed'))
        throw error
      }
    },
    async giveUp({ db, data }) {
      const task = await tasks.find(db, data.id, null)
      if (task) await fail(db, listOf(lists, task), task, new SheetProblem('fileStopsService'))
    },
  })

/** The list that an import is for. @throws Error if the service has no such list */
export function listOf(lists: readonly AnyListImport[], { list }: { list: string }): AnyListImport {
  const found = lists.find(({ name }) => name === list)
  if (!found) throw new Error(`No list ${list} takes rows from a file`)
  return found
}

async function check(run: Run<{ id: string }>, list: AnyListImport, task: tasks.StoredImport) {
  const { id } = task
  const progress = progressReporter(run, id, 'checking')
  try {
    return await withFileCopy(run, task.fileId, (file) =>
      inTransaction(run.pool, async (client) => {
        const db = dbOver(client)
        await rows.lockImport(db, id)
        if ((await tasks.find(db, id, null))?.status !== 'checking') return { skipped: true }
        let count = 0
        const pieces = readInProcess(
          list.reader,
          {
            ...sheetOf(file),
            importId: id,
            titles: task.titles,
            timeZone: run.settings.get('business.timezone'),
          },
          run.vault,
          progress.signal,
          (read, share) => {
            count = read
            // The other 20 % are for the checks.
            progress.report(Math.floor(share * 80), read)
          },
        )
        const copy = client.query(copyFrom(`copy import_row (${copyColumns.join(', ')}) from stdin`))
        await pipeline(Readable.from(pieces, { objectMode: false }), copy)
        progress.report(85, count)
        if (list.mayReveal) {
          const sent = { adminId: task.createdBy, point: pointOf(list), target: targetOf(list, id) }
          await countList(
            run,
            { ...sent, mayReveal: list.mayReveal },
            rows.comparedParts(db, rows.copiedRows(id, list)),
          )
        }
        await rows.checkRows(db, list, id, count)
        progress.report(95, count)
        const counts = await rows.countRows(db, id)
        const first = await rows.findRows(
          db,
          id,
          ['wrong', 'repeated', ...(list.namesThere ?? [])],
          0,
          mostNamedRows,
        )
        await progress.end()
        const report = { counts, rows: namedRows(run.vault, list.rows, first) }
        if (!(await tasks.move(db, id, ['checking'], 'checked', { report })))
          throw new Error('The import was cancelled')
        return counts
      }),
    )
  } finally {
    await progress.end()
  }
}

/** Marks an import as failed with the reason and notifies its sender, unless it was cancelled before. */
async function fail(
  db: Db,
  list: AnyListImport,
  task: tasks.StoredImport,
  { problem, values }: SheetProblem,
): Promise<void> {
  await db.transaction().execute(async (write) => {
    const isOurs = await tasks.move(write, task.id, ['checking'], 'failed', {
      problem,
      problemValues: values,
    })
    if (isOurs) await sendMessage(write, failedMessage(list, task, { problem, values }))
  })
}
