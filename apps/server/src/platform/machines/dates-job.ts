import { sql } from 'kysely'
import * as z from 'zod'
import { announceChanges } from '../db/changes.ts'
import type { Db } from '../db/client.ts'
import { defineJob, type Job } from '../jobs/job.ts'
import { serviceAct } from './change.ts'
import type { AnyEntity, DatedAct } from './entity.ts'

/** How many rows one transaction changes at most. */
const most = 200

/** Does the acts of the service at the dates of rows, within a minute of each date. */
export const datesJob = (entities: readonly AnyEntity[]): Job<Record<string, never>> =>
  defineJob({
    name: 'state-dates',
    title: ['按日期自动变更状态', 'Change statuses on their dates'],
    data: z.strictObject({}),
    isSingle: true,
    cron: '* * * * *',
    async run({ db, signal, progress }) {
      let changed = 0
      for (const entity of entities.filter(({ dates = [] }) => dates.length > 0)) {
        for (let few = most; few === most && !signal.aborted; ) {
          const done = await db.transaction().execute((write) => actOnDue(write, entity))
          few = done.met
          changed += done.changed
          progress(changed)
          if (done.changed > 0)
            await announceChanges(db, [entity.machine.name, 'audit']).catch(() => undefined)
        }
      }
      return { changed }
    },
  })

/**
 * Does the acts of at most `most` rows whose date has passed. If several dates of a row have passed since the last run, only the
 * act of the latest is done. A row whose state does not allow the act stays as it is.
 */
async function actOnDue(db: Db, entity: AnyEntity): Promise<{ met: number; changed: number }> {
  const { table, only = [], dates = [] } = entity
  const conditions = [sql`t.acts_at <= now()`, ...only]
  const latest = sql`greatest(${sql.join(dates.map(passed))})`
  const { rows } = await sql<{ id: string; act: string | null }>`
    select t.id, case ${sql.join(
      dates.map((date) => sql`when ${passed(date)} = ${latest} then ${date.act}`),
      sql` `,
    )} end as act
    from ${sql.table(table)} t where ${sql.join(conditions, sql` and `)}
    order by t.acts_at, t.id limit ${sql.lit(most)} for no key update of t skip locked`.execute(db)
  if (rows.length === 0) return { met: 0, changed: 0 }
  let changed = 0
  for (const { act } of dates) {
    const ids = rows.filter((row) => row.act === act).map(({ id }) => id)
    if (ids.length > 0) changed += (await serviceAct(db, entity, act, ids)).length
  }
  const coming = dates.map(
    ({ column }) => sql`case when ${sql.id(column)} > now() then ${sql.id(column)} end`,
  )
  await sql`update ${sql.table(table)} set acts_at = least(${sql.join(coming)})
    where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(db)
  return { met: rows.length, changed }
}

/** A date of a row that has passed and has not acted yet; null for another one. */
const passed = ({ column }: DatedAct) =>
  sql`case when t.${sql.id(column)} between t.acts_at and now() then t.${sql.id(column)} end`
