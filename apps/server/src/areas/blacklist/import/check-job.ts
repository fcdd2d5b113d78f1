import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { id as idSchema } from '@kabao/contract'
import { mostNamedRows } from '@kabao/contract/blacklist-import'
import { from as copyFrom } from 'pg-copy-streams'
import * as z from 'zod'
import { type Db, dbOver } from '#db/client'
import { findFile } from '#db/files'
import { sendMessage } from '#db/messages'
import { defineJob, type Run } from '#jobs/job'
import { SheetProblem } from '../../../sheet/sheet.ts'
import { inTransaction } from './in-transaction.ts'
import { failedMessage } from './messages.ts'
import * as queries from './queries.ts'
import { ReaderEnded, readInProcess } from './read-in-process.ts'
import { copyColumns } from './reader-task.ts'
import { reportOf } from './report.ts'
import { teller } from './teller.ts'

/** More than for other jobs: an instance that is killed says nothing of the file. */
const retries = 5
/** How often a file is tried again whose reader was ended from outside, for want of memory as a rule. */
const readerRetries = 1

/**
 * The dry run of an import: its rows go into a table of their own and are checked there. All of it is one transaction, so a run
 * that is killed leaves nothing, and the next one begins anew.
 */
export const blacklistImportCheck = defineJob({
  name: 'blacklist-import-check',
  title: ['核对导入的黑名单', 'Check an import into the blacklist'],
  lane: 'heavy',
  data: z.strictObject({ id: idSchema }),
  retries,
  retrySeconds: 1,
  async run(run) {
    const task = await queries.find(run.db, run.data.id, null)
    if (task?.status !== 'checking') return { skipped: true }
    try {
      return await check(run, task)
    } catch (error) {
      if (error instanceof SheetProblem) {
        await fail(run.db, task, error)
        return { problem: error.problem }
      }
      const tries = error instanceof ReaderEnded ? readerRetries : retries
      if (run.attempt > tries && !run.signal.aborted)
        await fail(run.db, task, new SheetProblem('importFailed'))
      throw error
    }
  },
  async giveUp({ db, data }) {
    const task = await queries.find(db, data.id, null)
    if (task) await fail(db, task, new SheetProblem('fileStopsService'))
  },
})

async function check(run: Run<{ id: string }>, task: queries.StoredImport) {
  const { id } = task
  const file = task.fileId === null ? undefined : await findFile(run.db, task.fileId)
  if (!file) throw new SheetProblem('noSuchFile')
  const folder = await mkdtemp(join(run.storage.incoming, 'import-'))
  const teller_ = teller(run, id, 'checking')
  try {
    const path = join(folder, 'sheet')
    await pipeline(await run.storage.open(file.key), createWriteStream(path, { mode: 0o600 }))
    return await inTransaction(run.pool, async (client) => {
      const db = dbOver(client)
      await queries.lockImport(db, id)
      if ((await queries.find(db, id, null))?.status !== 'checking') return { skipped: true }
      let rows = 0
      const pieces = readInProcess(
        {
          path,
          format: file.mediaType === 'text/csv' ? 'csv' : 'xlsx',
          importId: id,
          timeZone: run.settings.get('business.timezone'),
        },
        run.vault,
        teller_.signal,
        (read, share) => {
          rows = read
          // The rest is for the checks.
          teller_.say(Math.floor(share * 80), read)
        },
      )
      const copy = client.query(copyFrom(`copy blacklist_import_row (${copyColumns.join(', ')}) from stdin`))
      await pipeline(Readable.from(pieces, { objectMode: false }), copy)
      teller_.say(85, rows)
      await queries.checkRows(db, id, rows)
      teller_.say(95, rows)
      const counts = await queries.countRows(db, id)
      const first = await queries.findRows(db, id, ['wrong', 'repeated'], 0, mostNamedRows)
      await teller_.end()
      const report = { ...counts, rows: reportOf(run.vault, first) }
      if (!(await queries.move(db, id, ['checking'], 'checked', { report })))
        throw new Error('The import was cancelled')
      return counts
    })
  } finally {
    await teller_.end()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Says why a file could not be read, unless the import was cancelled meanwhile. */
async function fail(db: Db, task: queries.StoredImport, { problem, values }: SheetProblem): Promise<void> {
  await db.transaction().execute(async (write) => {
    const isOurs = await queries.move(write, task.id, ['checking'], 'failed', {
      problem,
      problemValues: values,
    })
    if (isOurs) await sendMessage(write, failedMessage(task, { problem, values }))
  })
}
