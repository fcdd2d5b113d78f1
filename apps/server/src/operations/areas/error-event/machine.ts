import {
  type ErrorEventDetail,
  type ErrorEventFilter,
  errorEvent,
} from '@kabao/contract/operations/error-event'
import { errorEventMachine } from '@kabao/contract/operations/error-event-machine'
import { sql } from 'kysely'
import { invalid, notFound } from '#platform/base/problem'
import type { Change, Changing, Entity } from '#platform/machines/entity'
import { businessDay } from '#platform/settings/business-clock'
import { find, rowsOfErrors } from './queries.ts'

type Asked = Changing<typeof errorEventMachine>['asked']

/** The rows of the state machine of errors. */
export const entity: Entity<typeof errorEventMachine, ErrorEventDetail, ErrorEventFilter> = {
  machine: errorEventMachine,
  table: 'errorEvent',
  ofOwner: () => [],
  dates: [{ column: 'ignored_until', act: 'comeBack' }],
  async change(act, { db, ids, asked }) {
    const { days, times, untilRelease } = agreed(asked)
    // A release that is not known is never a later one.
    if (untilRelease) {
      const { rows } =
        await sql`select from error_event where id = any(${ids}::bigint[]) and release = ''`.execute(db)
      if (rows.length > 0) throw invalid({ untilRelease: 'noRelease' })
    }
    const until = untilIn(days)
    return {
      columns: {
        resolvedAt: act === 'resolve' ? sql`clock_timestamp()` : sql`t.resolved_at`,
        isUntilRelease: sql`${untilRelease}`,
        ignoredUntil: until,
        actsAt: until,
        ignoredTo: times === null ? null : sql`t.count + ${times}`,
        reopenedAt: isByService(act) ? sql`now()` : null,
      },
      audit: {
        ...(days !== null && { days }),
        ...(times !== null && { times }),
        ...(untilRelease && { untilRelease }),
      },
    } satisfies Change
  },
  effects: {
    tables: ['error_change'],
    async run(act, { db, ids, asked, adminId }) {
      const { days, times, untilRelease } = agreed(asked)
      await sql`insert into error_change (event_id, act, admin_id, until, times, is_until_release)
        select id, ${act}, ${adminId}, ${untilIn(days)}, ${times}, ${untilRelease} from unnest(${ids}::bigint[]) id`.execute(
        db,
      )
    },
  },
  async show(db, id, { settings }) {
    const row = await find(db, id, businessDay(settings))
    if (!row) throw notFound()
    return row
  },
  filter: errorEvent.resolveMatching.body.shape.filter,
  rows: (_asking, filter) => rowsOfErrors({ ...filter, sort: '-lastAt' }),
}

/** What an act was given, and what it leaves out. */
const agreed = (asked: Asked) => {
  const {
    days = null,
    times = null,
    untilRelease = false,
  } = asked as {
    days?: number
    times?: number
    untilRelease?: boolean
  }
  return { days, times, untilRelease }
}

/** When so many days from now are over; null for no days. */
const untilIn = (days: number | null) => sql`now() + ${days}::integer * interval '1 day'`

/** The date of an ignored error came. */
const isByService = (act: string) => act === 'comeBack'
