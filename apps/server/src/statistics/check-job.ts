import { randomInt } from 'node:crypto'
import { daysAfter } from '@kabao/contract/kernel/business-clock'
import { fill } from '@kabao/contract/kernel/language'
import * as z from 'zod'
import { sendMessage } from '#platform/db/messages'
import { defineJob } from '#platform/jobs/job'
import { businessDay } from '#platform/settings/business-clock'
import { differences } from './check.ts'

/** How many days are counted anew each night, besides yesterday; they are drawn from as many days as reports show at once. */
const drawn = 3
const among = 90

const title: [string, string] = ['统计数据与明细不一致', 'Statistics differ from their facts']
const content: [string, string] = [
  '重新统计 {days} 后，有 {count} 项汇总与明细不一致。请运行 npm run admin -- rebuild-statistics 重建。',
  'Counted anew, {days} have {count} cells that differ from their facts. Run npm run admin -- rebuild-statistics.',
]

/** Counts some days anew every night, and tells those who may see the jobs if the figures differ. */
export const statisticsCheck = defineJob({
  name: 'statistics-check',
  title: ['抽查统计数据', 'Check the statistics'],
  data: z.strictObject({}),
  isSingle: true,
  lane: 'heavy',
  cron: '20 4 * * *',
  async run({ db, settings, signal, progress }) {
    const today = businessDay(settings)
    const days = new Set([daysAfter(today, -1)])
    while (days.size <= drawn) days.add(daysAfter(today, -randomInt(2, among)))
    const wrong: string[] = []
    let count = 0
    for (const day of days) {
      signal.throwIfAborted()
      const found = await differences(db, { first: day, last: day })
      if (found > 0) wrong.push(day)
      count += found
      progress(days.size)
    }
    if (count > 0) {
      const values = { count, days: wrong.sort().join(', ') }
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
    return { days: days.size, different: count }
  },
})
