import * as z from 'zod'
import { databaseNow } from '#platform/db/now'
import { defineJob } from '#platform/jobs/job'
import { businessClock, businessDay } from '#platform/settings/business-clock'
import type { Settings } from '#platform/settings/settings'
import { momentAt } from '#supply'
import { assignWaiting } from './assign.ts'
import { passOnLate } from './first-contact.ts'
import { undoDays } from './merge-fields.ts'
import { tellLate } from './overdue-notices.ts'
import { closeForgotten, emptyOldMerges, giveNotice, recycleLeads } from './recycle.ts'
import { remindDue } from './remind.ts'
import { keepDoing } from './repeat-in-job.ts'
import { takeCandidates } from './sources.ts'

const nothing = z.strictObject({})
const everyMinute = { data: nothing, isSingle: true, cron: '* * * * *' } as const

/** How long jobs rest that look for new work all the time, in milliseconds. */
const restMs = 2_000

const nowOf = (settings: Settings) => () => ({
  day: businessDay(settings),
  moment: momentAt(databaseNow(), businessClock(settings)),
})

export const recycleJob = defineJob({
  ...everyMinute,
  name: 'crm-recycle',
  title: ['回收到期的线索', 'Return leads whose time is over to the pool'],
  async run({ db, signal, progress }) {
    const forgotten = await closeForgotten(db, signal)
    const recycled = await recycleLeads(db, { signal, progress })
    const notices = await giveNotice(db)
    await emptyOldMerges(db, undoDays)
    return { recycled, forgotten, notices }
  },
})

/** New leads, rested leads and free places are found within seconds, so this runs nearly all the time. */
export const assignJob = defineJob({
  ...everyMinute,
  name: 'crm-assign',
  title: ['自动分配线索', 'Assign waiting leads'],
  run: async ({ db, settings, ...run }) => ({
    assigned: await keepDoing(run, restMs, () => assignWaiting(db, nowOf(settings), run.signal)),
  }),
})

export const firstContactJob = defineJob({
  ...everyMinute,
  name: 'crm-first-contact',
  title: ['转移或提醒超时未联系的线索', 'Pass on, or tell of, leads that were not contacted in time'],
  async run({ db, settings, ...run }) {
    let told = 0
    const passed = await keepDoing(run, restMs, async () => {
      const moved = await passOnLate(db, nowOf(settings), run.signal)
      told += await tellLate(db)
      return moved
    })
    return { passed, told }
  },
})

export const remindJob = defineJob({
  ...everyMinute,
  name: 'crm-remind',
  title: ['提醒到期的跟进', 'Remind salespeople of due follow-ups'],
  run: async ({ db, ...run }) => ({ reminded: await keepDoing(run, restMs, () => remindDue(db)) }),
})

export const sourceJob = defineJob({
  ...everyMinute,
  name: 'crm-source',
  title: [
    '将未被接收和被退回的用户转为线索',
    'Make leads of users whom nobody accepted or who were returned',
  ],
  run: async ({ db, settings, ...run }) => ({
    arrived: await keepDoing(run, restMs, () => takeCandidates(db, settings, run.signal)),
  }),
})

/** The jobs on leads. */
export const crmJobs = [recycleJob, assignJob, firstContactJob, remindJob, sourceJob]
