import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '#platform/db/client'
import { defineJob } from '#platform/jobs/job'
import { giveUp, LedgerRefusal, type Ref } from './holds.ts'

/** How many holds one query finds. */
const most = 500

/** Gives up holds that are older than the setting, except those of pushes whose answer is unknown and of settlements. */
export const releaseJob = defineJob({
  name: 'hold-release',
  title: ['释放超时的冻结金额', 'Release amounts held for too long'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '*/10 * * * *',
  async run({ db, settings, signal, progress }) {
    const hours = settings.get('ledger.holdHours')
    let released = 0
    for (let few = most; few === most; ) {
      signal.throwIfAborted()
      const due = await findDue(db, hours)
      // One transaction for each, so that no two accounts are locked at once.
      for (const ref of due) if (await isReleased(db, ref)) progress(++released)
      few = due.length
    }
    return { released }
  },
})

async function findDue(db: Db, hours: number): Promise<Ref[]> {
  const { rows } = await sql<Ref>`
    select h.ref_kind as kind, h.ref_id as id from hold h
    where h.at < now() - make_interval(hours => ${hours}) and h.ref_kind <> 'settlement' and not exists (
      select from push_record p where h.ref_kind = 'push' and p.status = 'unknown'
        -- Only what is an id: a text of other digits would be too large a number.
        and p.id = case when h.ref_id ~ '^([0-9]{1,18}|[1-8][0-9]{18})$' then h.ref_id::bigint end)
    order by h.at limit ${most}`.execute(db)
  return rows
}

/** Whether the hold was given up now; one that was charged in this moment stays charged. */
async function isReleased(db: Db, ref: Ref): Promise<boolean> {
  try {
    await db.transaction().execute((write) => giveUp(write, { ref }))
    return true
  } catch (error) {
    if (error instanceof LedgerRefusal) return false
    throw error
  }
}
