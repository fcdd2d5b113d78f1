import type { Words } from '@kabao/contract'
import { sql } from 'kysely'
import * as z from 'zod'
import { refuseWrongClock } from '../db/now.ts'
import { defineJob, type Job, type Run } from '../jobs/job.ts'
import { briefly, keptDaysOf } from '../partitions/keep.ts'
import type { ArchivedTable } from './archived-table.ts'
import { findClosedDays, findExpiredDays, forgetDay, isTaken } from './days.ts'
import { takeDay } from './take.ts'

/** A closed day is copied this many days after its end. */
const closedDays = 1

const noData = z.strictObject({})

/** The nightly job that copies the closed days of a table to files, drops those from the table that are old enough, and deletes old files. */
export const archiveJob = (table: ArchivedTable, name: string, title: Words): Job<z.output<typeof noData>> =>
  defineJob({
    name,
    title,
    data: noData,
    isSingle: true,
    lane: 'heavy',
    cron: '10 2 * * *',
    async run(run) {
      const { db, settings } = run
      await refuseWrongClock(db)
      const after = settings.get('retention.archiveAfterDays')
      const taken = after === 0 ? 0 : await takeDays(run, table)
      const dropped = after === 0 ? 0 : await dropDays(run, table, after)
      const expired = await findExpiredDays(db, table.name, keptDaysOf(table.name, 1, settings) as number)
      for (const day of expired) await forgetDay(db, run.storage, table.name, day)
      return { taken, dropped, expired: expired.length }
    },
  })

/** @returns how many rows were copied */
async function takeDays(run: Run<unknown>, table: ArchivedTable): Promise<number> {
  let taken = 0
  for (const day of await findClosedDays(run.db, table.name, closedDays)) {
    if (await isTaken(run.db, table.name, day)) continue
    taken += await takeDay({ ...run, progress: (done) => run.progress(taken + done) }, table, day)
  }
  return taken
}

/**
 * Drops days from the table, the oldest first, so that all that is left in it is newer. A day that changed since it was copied is forgotten,
 * and copied again by the next run.
 * @returns how many days were dropped
 */
async function dropDays(
  { db, storage, signal }: Run<unknown>,
  table: ArchivedTable,
  days: number,
): Promise<number> {
  let dropped = 0
  for (const day of await findClosedDays(db, table.name, days)) {
    signal.throwIfAborted()
    if (!(await isTaken(db, table.name, day))) return dropped
    const answer = await briefly(db, (write) =>
      sql<{
        outcome: 'dropped' | 'waits' | 'changed'
      }>`select drop_archived(${table.name}, ${day.from}) as outcome`.execute(write),
    )
    const outcome = answer?.rows[0]?.outcome
    if (outcome === 'changed') await forgetDay(db, storage, table.name, day)
    if (outcome !== 'dropped') return dropped
    dropped++
  }
  return dropped
}
