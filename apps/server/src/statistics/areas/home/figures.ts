import {
  type BusinessClock,
  businessDayAt,
  daysAfter,
  endOfDay,
  instantOf,
  startOfDay,
  wallClockAt,
} from '@kabao/contract/kernel/business-clock'
import {
  funnelSteps,
  type HomeFigure,
  type HomeFiguresAnswer,
  homeFigures,
} from '@kabao/contract/statistics/home'
import { writeDrillDown } from '@kabao/contract/statistics/report/drill-down'
import { type FigureName, figureOf, figures } from '@kabao/contract/statistics/report/figures'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { channelOfOwner } from '#users'
import type { AddedColumn } from '../../figures.ts'
import { columnName, talliesOf } from '../../reports/tally.ts'
import { sumsUntil } from '../../sums-until.ts'
import { statisticsUpTo } from '../../up-to.ts'

const minute = 60_000

/** The reports whose figures of today can be shown. */
const figuresOfReport = {
  ChartSystemList: ['uv', 'registrations', 'pushes', 'accepted', 'allRevenue', 'allProfit'],
  ChartChannelListProfit: ['uv', 'registrations', 'pushes', 'accepted', 'revenue', 'profit'],
} as const satisfies Record<string, readonly HomeFigure[]>
export type HomeReport = keyof typeof figuresOfReport

/** What all of them and the funnel add up. */
const tallies = talliesOf([...homeFigures, ...funnelSteps])
/** Their columns of the roll-ups, besides the visitors, which are always told. */
const columns = tallies.map(columnName).filter((name) => name !== 'uv') as AddedColumn[]
type Sums = Record<string, number>

/** A figure as its report defines it, from the columns of a row of the roll-ups. */
const figureIn = (sums: Sums, key: FigureName): number =>
  figureOf(figures[key], Object.fromEntries(tallies.map((tally) => [tally, sums[columnName(tally)]]))) ?? 0

/** A day before until a minute, for the channels of an owner or for all. */
interface Before {
  until: number
  ago: number
  owner: string | null
}
type KeptBefore = (of: Before, read: () => Promise<Sums>) => Promise<Sums>

/** Keeps the days before until the running minute, because every home page that is open asks for them again and again. */
export function keepBefore(): KeptBefore {
  let minuteOf = 0
  let kept = new Map<string, Promise<Sums>>()
  return ({ until, ago, owner }, read) => {
    if (until !== minuteOf) kept = new Map()
    minuteOf = until
    const key = `${ago} ${owner}`
    const found = kept.get(key) ?? read()
    kept.set(key, found)
    found.catch(() => kept.delete(key))
    return found
  }
}

/**
 * The figures of today, and those of yesterday and of the same day of last week until the same minute of the clock. Today goes as far as
 * facts are counted, so that is the minute; before anything of today is counted, nothing is compared.
 * @param owner only of the channels of this owner; null: of all
 */
export async function findFigures(
  db: Db,
  clock: BusinessClock,
  {
    report,
    owner,
    now = databaseNow(),
    before = (_of, read) => read(),
  }: { report: HomeReport; owner: string | null; now?: number; before?: KeptBefore },
): Promise<HomeFiguresAnswer> {
  const upTo = await statisticsUpTo(db)
  const day = businessDayAt(now, clock)
  const until = Math.floor(Math.min(now, Date.parse(upTo)) / minute) * minute
  const isCompared = until > startOfDay(day, clock)
  const earlier = (ago: number): Promise<Sums> | null => {
    if (!isCompared) return null
    const of = daysAfter(day, -ago)
    // A clock that is put forward or back does not lead out of the day.
    const end = Math.min(endOfDay(of, clock), daysEarlier(until, ago, clock.timeZone))
    return before({ until, ago, owner }, () => sumsUntil(db, columns, { day: of, clock, owner, until: end }))
  }
  const [today, yesterday, lastWeek] = await Promise.all([findToday(db, day, owner), earlier(1), earlier(7)])
  return {
    day,
    upTo,
    comparedTo: isCompared ? new Date(until).toISOString() : null,
    report: { name: report, query: { preset: 'today' } },
    figures: figuresOfReport[report].map((key) => ({
      key,
      today: figureIn(today, key),
      yesterday: yesterday && figureIn(yesterday, key),
      lastWeek: lastWeek && figureIn(lastWeek, key),
      link: {
        name: report,
        query: { preset: 'today', drillDown: writeDrillDown({ figure: key, side: 'now' }) },
      },
    })),
    funnel: funnelSteps.map((key) => ({ key, count: figureIn(today, key) })),
  }
}

/** The same time some calendar days before, in milliseconds since 1970. */
function daysEarlier(instant: number, days: number, timeZone: string): number {
  const wall = wallClockAt(instant, timeZone)
  return instantOf(`${daysAfter(wall.slice(0, 10), -days)} ${wall.slice(11, 19)}`, timeZone)
}

async function findToday(db: Db, day: string, owner: string | null): Promise<Sums> {
  const own = channelOfOwner(sql`t.channel_id`, owner)
  const grain = sql.lit(own.length > 0 ? 'channel' : 'all')
  const sums = [...columns, 'uv'].map(
    (name) => sql`coalesce(sum(${sql.ref(name)}), 0)::float8 as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Sums>`
    select ${sql.join(sums)} from roll_up t
    where ${sql.join([sql`t.way = 'day' and t.grain = ${grain} and t.day = ${day}`, ...own], sql` and `)}`.execute(
    db.withoutPlugins(),
  )
  return rows[0] as Sums
}
