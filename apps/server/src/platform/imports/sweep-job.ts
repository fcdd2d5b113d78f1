import { importHours } from '@kabao/contract/kernel/import'
import * as z from 'zod'
import { sendMessage } from '../db/messages.ts'
import { claimFiles } from '../files/files.ts'
import { removeInBatches } from '../jobs/batches.ts'
import { type AnyJob, defineJob, type Run } from '../jobs/job.ts'
import { listOf } from './check-job.ts'
import { forgetGuesses } from './guesses.ts'
import { type AnyListImport, targetOf } from './list-import.ts'
import { failedMessage } from './messages.ts'
import { removeRows } from './rows.ts'
import * as tasks from './tasks.ts'

/** How long the result of an import is kept, in days. */
const keptDays = 30

/**
 * Expires imports that were not confirmed in time, and deletes the rows, files and counted values that imports leave behind.
 * @param lists every list that rows can be imported into
 */
export const importSweep = (lists: readonly AnyListImport[]): AnyJob =>
  defineJob({
    name: 'import-sweep',
    title: ['清理导入的中间数据', 'Clean up import data'],
    data: z.strictObject({}),
    isSingle: true,
    cron: '*/5 * * * *',
    run: (run) => sweep(run, lists),
  })

async function sweep(run: Run<unknown>, lists: readonly AnyListImport[]) {
  const { db } = run
  await db.transaction().execute(async (write) => {
    for (const lost of await tasks.endOrphans(write)) {
      const message = failedMessage(listOf(lists, lost), lost, { problem: 'importFailed', values: {} })
      await sendMessage(write, message)
    }
  })
  await tasks.expire(db, importHours)
  for (const held of await tasks.findHoldingFiles(db)) {
    await db.transaction().execute(async (write) => {
      const owner = targetOf(listOf(lists, held), held.id)
      await claimFiles(write, { owner, use: 'import', ids: [], adminId: held.createdBy, field: 'fileId' })
      await tasks.forgetFile(write, held.id)
    })
  }
  await removeInBatches(run, forgetGuesses)
  const rows = await removeInBatches(run, (most) => removeRows(most, importHours))
  return { rows, imports: await tasks.removeOld(db, keptDays) }
}
