import type { BusinessClock } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import { Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { findHolders, seesAtLeast } from '../../report-watch/holders.ts'
import { statisticsUpTo } from '../../up-to.ts'
import { measure, type Watched } from './measure.ts'
import { isMet, type Rule } from './rule.ts'
import { lastSpan, type Span } from './span.ts'
import { tellAlert } from './tell.ts'

/** An alert as its check needs it. */
export interface DueAlert extends Rule {
  id: string
  ownerId: string
  report: Watched['report']
  name: string
  filter: Record<string, string>
  recipients: string[]
  metDay: string | null
}

/**
 * Judges the alerts whose hour or day is over and counted. Each in a transaction of its own, which holds the alert, so that of
 * several instances one judges it; the check of an hour or day exists once.
 * @returns how many were judged, and how many occurrences were told
 */
export async function judgeAlerts(
  db: Db,
  clock: BusinessClock,
  { now = databaseNow(), signal }: { now?: number; signal?: AbortSignal } = {},
): Promise<{ judged: number; told: number }> {
  const done = { judged: 0, told: 0 }
  const counted = Date.parse(await statisticsUpTo(db))
  for (const every of ['hour', 'day'] as const) {
    const span = lastSpan(every, clock, now)
    if (counted < span.until) continue
    for (const id of await findDue(db, every, span)) {
      if (signal?.aborted) return done
      const isTold = await db.transaction().execute((write) => judge(write, id, span, clock))
      if (isTold === undefined) continue
      done.judged++
      if (isTold) done.told++
    }
  }
  return done
}

const until = (span: Span) => sql`${new Date(span.until).toISOString()}::timestamptz`

async function findDue(db: Db, every: 'hour' | 'day', span: Span): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from report_alert
    where is_on and every = ${every} and judged_until < ${until(span)} order by judged_until, id limit 5000`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** @returns whether an occurrence began; undefined if there was nothing to judge */
async function judge(write: Db, id: string, span: Span, clock: BusinessClock): Promise<boolean | undefined> {
  const { rows } = await sql<DueAlert>`
    select t.id, t.owner_id as "ownerId", t.report, t.name, t.figure, t.filter, t.condition, t.bound::float8 as bound, t.recipients,
      t.met_day as "metDay"
    from report_alert t where t.id = ${id} and t.is_on and t.judged_until < ${until(span)} for update skip locked`.execute(
    write.withoutPlugins(),
  )
  const alert = rows[0]
  if (!alert) return undefined
  const holders = await findHolders(write, `${alert.report}:page`, [alert.ownerId, ...alert.recipients])
  const owner = holders.find((holder) => holder.id === alert.ownerId)
  // Without its owner it stays silent; it goes on with the hour or day after the owner is back.
  if (!owner) {
    await note(write, id, span, null)
    return undefined
  }
  const found = await valuesOf(write, alert, span, { clock, owner: owner.owner })
  const isNow = isMet(alert, found)
  const isNew = isNow && alert.metDay !== span.day
  const to = holders.filter((holder) => seesAtLeast(holder, owner.owner)).map((holder) => holder.id)
  const { numAffectedRows } = await sql`
    insert into report_alert_check (alert_id, until, day, value, base, is_met, told)
    values (${id}, ${until(span)}, ${span.day}, ${found.value}, ${found.base}, ${isNow}, ${isNew ? to.length : null})
    on conflict do nothing`.execute(write)
  await note(write, id, span, isNow ? span.day : null)
  if (numAffectedRows !== 1n) return undefined
  if (isNew) await tellAlert(write, alert, { ...found, span, clock, to })
  return isNew
}

/** What no longer fits its report is not known. */
async function valuesOf(db: Db, alert: DueAlert, span: Span, reading: Parameters<typeof measure>[3]) {
  const { report, figure, filter } = alert
  try {
    return await measure(db, { report, figure, ...filter }, span, reading)
  } catch (error) {
    if (error instanceof Problem) return { value: null, base: null }
    throw error
  }
}

const note = (write: Db, id: string, span: Span, metDay: string | null) =>
  sql`update report_alert set judged_until = ${until(span)}, met_day = ${metDay} where id = ${id}`.execute(
    write,
  )
