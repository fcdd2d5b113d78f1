import { sql } from 'kysely'
import * as z from 'zod'
import { announceChanges } from '#platform/db/changes'
import type { Db } from '#platform/db/client'
import { refuseWrongClock } from '#platform/db/now'
import { defineJob } from '#platform/jobs/job'
import { findOrphans } from '#platform/jobs/orphans'
import { claimDue } from './claim.ts'
import { removeLeftFiles } from './left-files.ts'
import { makeRun } from './make.ts'
import { failRun, runQueue } from './runs.ts'

/** How long runs are kept. */
const keptDays = 180
const retries = 3

const announce = (db: Db) => announceChanges(db, ['reportSchedule', 'exportTask']).catch(() => undefined)

/** Adds the runs of schedules whose time has come, ends runs whose job is gone, and deletes old ones and the files of killed ones. */
export const reportScheduleJob = defineJob({
  name: 'report-schedule',
  title: ['安排定时发送的报表', 'Start scheduled reports'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '* * * * *',
  async run({ db, settings, storage }) {
    const added = await claimDue(db, settings.get('business.timezone'))
    let failed = 0
    for (const id of await findOrphans(db, 'report_run', runQueue.name))
      if (await failRun(db, id, 'stopped')) failed++
    await removeLeftFiles(db, storage.incoming)
    if (added + failed > 0) await announce(db)
    await refuseWrongClock(db)
    await sql`delete from report_run where status <> 'queued' and created_at < now() - make_interval(days => ${keptDays})`.execute(
      db,
    )
    return { added, failed }
  },
})

/** Makes the files of one run. */
export const reportRunJob = defineJob({
  ...runQueue,
  title: ['生成定时发送的报表', 'Make scheduled reports'],
  lane: 'heavy',
  retries,
  retrySeconds: 1,
  async run(run) {
    try {
      return await makeRun(run)
    } catch (error) {
      if (!run.signal.aborted && run.attempt > retries) await failRun(run.db, run.data.id, 'unexpected')
      throw error
    } finally {
      await announce(run.db)
    }
  },
  async giveUp(run) {
    await failRun(run.db, run.data.id, 'stopped')
  },
})
