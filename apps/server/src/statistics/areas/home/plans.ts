import { type BusinessClock, businessDayAt, startOfDay } from '@kabao/contract/kernel/business-clock'
import type { HomePlan } from '@kabao/contract/statistics/home'
import type { PlanWindow } from '@kabao/contract/supply/plan-terms'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { elapsedShare, pacedCap } from '#supply'

/** The most plans that are shown. */
const most = 6

type Row = Omit<HomePlan, 'expected'> & { isPaced: boolean; windows: PlanWindow[] }

/** The running plans of which most is used today, and what their pace allows until now. @param flows of which lists */
export async function findRunning(
  db: Db,
  clock: BusinessClock,
  flows: RawBuilder<unknown>,
  now: number = databaseNow(),
): Promise<HomePlan[]> {
  const day = businessDayAt(now, clock)
  const starts = new Date(startOfDay(day, clock)).toISOString()
  const { rows } = await sql<Row>`
    select t.id, t.name, org.name as "orgName", t.flow, t.used, t.daily_cap as "dailyCap", t.is_paced as "isPaced",
      coalesce(a.answered, 0) as answered, coalesce(a.accepted, 0) as accepted, coalesce((
        select jsonb_agg(jsonb_build_object('weekday', w.weekday, 'from', left(w.from_time::text, 5),
          'to', left(w.to_time::text, 5)) order by w.weekday, w.from_time)
        from plan_window w where w.plan_id = t.id), '[]') as windows
    from (
      select p.*, coalesce(c.used, 0) as used from plan p
        left join cap_use c on (c.kind, c.id, c.channel_id, c.span, c.starts) = ('plan', p.id, 0::bigint, 'day', ${starts}::timestamptz)
      where p.status = 'running' and p.flow in (${flows})
      order by used desc, p.id limit ${sql.lit(most)}
    ) t join org on org.id = t.org_id left join plan_answer a on a.plan_id = t.id and a.day = ${day}::date
    order by t.used desc, t.id`.execute(db.withoutPlugins())
  return rows.map(({ isPaced, windows, ...row }) => ({
    ...row,
    expected:
      isPaced && row.dailyCap !== null ? pacedCap(row.dailyCap, elapsedShare(windows, now, clock)) : null,
  }))
}
