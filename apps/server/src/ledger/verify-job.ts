import { fill } from '@kabao/contract/kernel/language'
import { ledgerWords } from '@kabao/contract/ledger/ledger.words'
import * as z from 'zod'
import { announceChanges } from '#platform/db/changes'
import { sendMessage } from '#platform/db/messages'
import { defineJob } from '#platform/jobs/job'
import { checkLedger } from './checks.ts'

/** Checks the ledger every night and whenever somebody asks for it, keeps what it found, and tells those who may see the jobs if it is not whole. */
export const verifyJob = defineJob({
  name: 'ledger-verify',
  title: ['核对资金流水', 'Verify the ledger'],
  data: z.strictObject({}),
  isSingle: true,
  lane: 'heavy',
  cron: '40 3 * * *',
  async run({ db, signal, progress }) {
    const { transfers, accounts, faults } = await checkLedger(db, (done) => {
      signal.throwIfAborted()
      progress(done)
    })
    await announceChanges(db, ['ledger']).catch(() => undefined)
    if (faults.length > 0) {
      const { title, content } = ledgerWords.tree.broken
      const values = { count: faults.length }
      await db.transaction().execute((write) =>
        sendMessage(write, {
          to: { point: 'job:page' },
          kind: 'todo',
          about: 'difference',
          title,
          content: [fill(content[0], values), fill(content[1], values)],
          link: { name: 'AdminJobList' },
        }),
      )
    }
    return { transfers, accounts, faults: faults.length }
  },
})
