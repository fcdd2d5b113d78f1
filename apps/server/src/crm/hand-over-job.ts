import * as z from 'zod'
import { defineJob } from '#platform/jobs/job'
import { businessDay } from '#platform/settings/business-clock'
import { openHandOvers, runHandOver } from './hand-over.ts'

/**
 * Moves the leads of the hand-overs that are under way, the oldest first. Each lead is moved in a transaction of its own, so a killed
 * run loses none and does none twice; the schedule begins again what no run has ended.
 */
export const handOverJob = defineJob({
  name: 'crm-hand-over',
  title: ['移交销售的线索', 'Hand over leads of salespeople'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '* * * * *',
  async run({ db, settings, signal, progress }) {
    const all = { handOvers: 0, moved: 0, toPool: 0 }
    for (const open of await openHandOvers(db)) {
      const { moved, toPool } = await runHandOver(db, open, {
        day: businessDay(settings),
        signal,
        onMoved: (sums) => progress(all.moved + all.toPool + sums.moved + sums.toPool),
      })
      all.handOvers++
      all.moved += moved
      all.toPool += toPool
    }
    return all
  },
})
