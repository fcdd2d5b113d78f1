import { importHours } from '@kabao/contract/blacklist-import'
import * as z from 'zod'
import { claimFiles } from '#db/files'
import { sendMessage } from '#db/messages'
import { removeInBatches } from '#jobs/batches'
import { defineJob } from '#jobs/job'
import { failedMessage } from './messages.ts'
import * as queries from './queries.ts'

/** For how long it can be seen what came of an import, in days. */
const keptDays = 30

/** Ends imports that nobody decided on, and removes the rows and files that imports leave behind. */
export const blacklistImportSweep = defineJob({
  name: 'blacklist-import-sweep',
  title: ['清理黑名单导入的中间数据', 'Remove what imports into the blacklist leave behind'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '*/5 * * * *',
  async run(run) {
    const { db } = run
    await db.transaction().execute(async (write) => {
      for (const lost of await queries.endOrphans(write))
        await sendMessage(write, failedMessage(lost, { problem: 'importFailed', values: {} }))
    })
    await queries.expire(db, importHours)
    for (const { id, createdBy } of await queries.findHoldingFiles(db)) {
      await db.transaction().execute(async (write) => {
        const owner = { kind: 'blacklistImport', id }
        await claimFiles(write, { owner, use: 'import', ids: [], adminId: createdBy, field: 'fileId' })
        await queries.forgetFile(write, id)
      })
    }
    const rows = await removeInBatches(run, (most) => queries.removeRows(most, importHours))
    return { rows, imports: await queries.removeOld(db, keptDays) }
  },
})
