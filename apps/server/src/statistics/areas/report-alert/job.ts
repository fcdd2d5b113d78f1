import { sql } from 'kysely'
import * as z from 'zod'
import { announceChanges } from '#platform/db/changes'
import { clocksAgree } from '#platform/db/now'
import { defineJob } from '#platform/jobs/job'
import { businessClock } from '#platform/settings/business-clock'
import { judgeAlerts } from './judge.ts'

/** How long checks are kept. */
const keptDays = 40

/** Judges the alerts on figures whose hour or day is over, and deletes old checks. */
export const reportAlertJob = defineJob({
  name: 'report-alert',
  title: ['检查数据提醒', 'Check alerts on figures'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '* * * * *',
  async run({ db, settings, signal, progress }) {
    const done = await judgeAlerts(db, businessClock(settings), { signal })
    progress(done.judged)
    if (done.judged > 0) await announceChanges(db, ['reportAlert']).catch(() => undefined)
    if (await clocksAgree(db))
      await sql`delete from report_alert_check where until < now() - make_interval(days => ${keptDays})`.execute(
        db,
      )
    return done
  },
})
