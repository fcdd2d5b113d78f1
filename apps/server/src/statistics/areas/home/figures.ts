import {
  type BusinessClock,
  businessDayAt,
  daysAfter,
  instantOf,
  startOfDay,
  wallClockAt,
} from '@kabao/contract/kernel/business-clock'
import { funnelSteps, type HomeFiguresAnswer, homeFigures } from '@kabao/contract/statistics/home'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { channelOfOwner } from '#users'
import { sumsUntil } from '../../sums-until.ts'
import { statisticsUpTo } from '../../up-to.ts'

const minute = 60_000

/** The columns of the roll-ups that the figures are made of, besides the visitors. */
const columns = [
  ...(['registrations', 'matches', 'pushes', 'accepted'] as const),
  ...(['charged_fen', 'charged_back_fen', 'cost_fen', 'cost_back_fen'] as const),
]
type Sums = Record<(typeof columns)[number] | 'uv', number>

/** The figures of a row of the roll-ups. Revenue is what organizations were charged, less what was paid back. */
function figuresOf({ charged_fen, charged_back_fen, cost_fen, cost_back_fen, ...counts }: Sums) {
  const revenueFen = charged_fen - charged_back_fen
  return { ...counts, revenueFen, profitFen: revenueFen - cost_fen + cost_back_fen }
}

/** Yesterday until a minute, for the channels of an owner or for all. */
type Before = (until: number, owner: string | null, read: () => Promise<Sums>) => Promise<Sums>

/** Keeps yesterday until the running minute, because every home page that is open asks for it every 15 s. */
export function keepBefore(): Before {
  let minuteOf = 0
  let kept = new Map<string | null, Promise<Sums>>()
  return (until, owner, read) => {
    if (until !== minuteOf) kept = new Map()
    minuteOf = until
    const found = kept.get(owner) ?? read()
    kept.set(owner, found)
    found.catch(() => kept.delete(owner))
    return found
  }
}

/**
 * The figures of today, and those of yesterday until the same minute of the clock. Today goes as far as facts are counted, so that is
 * the minute; before anything of today is counted, nothing is compared.
 * @param owner only of the channels of this owner; null: of all
 */
export async function findFigures(
  db: Db,
  clock: BusinessClock,
  {
    owner,
    now = databaseNow(),
    before = (_until, _owner, read) => read(),
  }: { owner: string | null; now?: number; before?: Before },
): Promise<HomeFiguresAnswer> {
  const upTo = await statisticsUpTo(db)
  const day = businessDayAt(now, clock)
  const starts = startOfDay(day, clock)
  const until = Math.floor(Math.min(now, Date.parse(upTo)) / minute) * minute
  const isCompared = until > starts
  const asked = {
    day: daysAfter(day, -1),
    clock,
    owner,
    // A clock that is put forward or back does not lead out of the day.
    until: Math.min(starts, dayEarlier(until, clock.timeZone)),
  }
  const [today, yesterday] = await Promise.all([
    findToday(db, day, owner),
    isCompared ? before(asked.until, owner, () => sumsUntil(db, columns, asked)) : null,
  ])
  const figures = figuresOf(today)
  const earlier = yesterday && figuresOf(yesterday)
  return {
    day,
    upTo,
    comparedTo: isCompared ? new Date(until).toISOString() : null,
    figures: homeFigures.map((key) => ({ key, today: figures[key], before: earlier?.[key] ?? null })),
    funnel: funnelSteps.map((key) => ({ key, count: figures[key] })),
  }
}

/** The same time on the calendar day before, in milliseconds since 1970. */
function dayEarlier(instant: number, timeZone: string): number {
  const wall = wallClockAt(instant, timeZone)
  return instantOf(`${daysAfter(wall.slice(0, 10), -1)} ${wall.slice(11, 19)}`, timeZone)
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
