import { type BusinessClock, businessDayAt, daysAfter, startOfDay } from '@kabao/contract/business-clock'
import { funnelSteps, type HomeFiguresAnswer, homeFigures } from '@kabao/contract/home'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/client'
import { databaseNow } from '#db/now'
import { channelOfOwner } from '#db/user-filter'
import { statisticsUpTo } from '../../statistics/up-to.ts'

const hour = 3_600_000

/** What a figure is in a row of the roll-up. Revenue is what organizations were charged, less what was paid back. */
const revenue = sql`charged_fen - charged_back_fen`
const measures: Record<string, RawBuilder<unknown>> = {
  uv: sql`uv`,
  registrations: sql`registrations`,
  matches: sql`matches`,
  pushes: sql`pushes`,
  accepted: sql`accepted`,
  revenueFen: revenue,
  profitFen: sql`${revenue} - cost_fen + cost_back_fen`,
}

/**
 * The figures of today, with those of yesterday until the same hour: both until the last full hour, because sums are kept by the hour.
 * @param owner only of the channels of this owner; null: of all
 */
export async function findFigures(
  db: Db,
  clock: BusinessClock,
  { owner, now = databaseNow() }: { owner: string | null; now?: number },
): Promise<HomeFiguresAnswer> {
  const day = businessDayAt(now, clock)
  const [starts, started] = [startOfDay(day, clock), startOfDay(daysAfter(day, -1), clock)]
  const full = Math.floor((now - starts) / hour) * hour
  const at = (instant: number) => sql`${new Date(instant).toISOString()}::timestamptz`
  const [own] = channelOfOwner(sql`t.channel_id`, owner)
  const sums = Object.entries(measures).map(
    ([key, value]) => sql`
      coalesce(sum(${value}) filter (where hour >= ${at(starts)}), 0)::float8 as ${sql.ref(`${key}_today`)},
      coalesce(sum(${value}) filter (where hour >= ${at(starts)} and hour < ${at(starts + full)}), 0)::float8
        as ${sql.ref(`${key}_soFar`)},
      coalesce(sum(${value}) filter (where hour < ${at(started + full)}), 0)::float8 as ${sql.ref(`${key}_before`)}`,
  )
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join(sums)} from roll_up_hour t
    where grain = ${sql.lit(own ? 'channel' : 'all')} and hour >= ${at(started)} ${own ? sql`and ${own}` : sql``}`.execute(
    db.withoutPlugins(),
  )
  const found = (key: string, column: string) => rows[0]?.[`${key}_${column}`] ?? 0
  return {
    ...{
      day,
      upTo: await statisticsUpTo(db),
      comparedTo: full > 0 ? new Date(starts + full).toISOString() : null,
    },
    figures: homeFigures.map((key) => ({
      ...{ key, today: found(key, 'today') },
      ...{ soFar: found(key, 'soFar'), before: found(key, 'before') },
    })),
    funnel: funnelSteps.map((key) => ({ key, count: found(key, 'today') })),
  }
}
