import { importHours } from '@kabao/contract/import'
import * as z from 'zod'
import { claimFiles } from '#db/files'
import { sendMessage } from '#db/messages'
import { removeInBatches } from '#jobs/batches'
import { type AnyJob, defineJob, type Run } from '#jobs/job'
import { listOf } from './check-job.ts'
import { type AnyListImport, targetOf } from './list-import.ts'
import { failedMessage } from './messages.ts'
import { removeRows } from './rows.ts'
import * as tasks from './tasks.ts'

/** For how long it can be seen what came of an import, in days. */
const keptDays = 30

/**
 * Ends imports that nobody decided on, and removes the rows and files that imports leave behind.
 * @param lists every list that takes rows from a file
 */
export const importSweep = (lists: readonly AnyListImport[]): AnyJob =>
  defineJob({
    name: 'import-sweep',
    title: ['清理导入的中间数据', 'Remove what imports leave behind'],
    data: z.strictObject({}),
    isSingle: true,
    cron: '*/5 * * * *',
    run: (run) => sweep(run, lists),
  })

async function sweep(run: Run<unknown>, lists: readonly AnyListImport[]) {
  const { db } = run
  await db.transaction().execute(async (write) => {
    for (const lost of await tasks.endOrphans(write)) {
      const told = failedMessage(listOf(lists, lost), lost, { problem: 'importFailed', values: {} })
      await sendMessage(write, told)
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
  const rows = await removeInBatches(run, (most) => removeRows(most, importHours))
  return { rows, imports: await tasks.removeOld(db, keptDays) }
}
