import type { ReportRecordsBody } from '@kabao/contract/statistics/report/calls'
import type { FigureName } from '@kabao/contract/statistics/report/figures'
import type { ReportRecord } from '@kabao/contract/statistics/report/rows'
import { type RawBuilder, sql } from 'kysely'
import { invalid } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { maskedName, maskedPhone } from '#platform/db/mask'
import { findPage } from '#platform/db/page'
import { visitsFrom } from '../days.ts'
import { allTimesOf, cellsSql, ofRecord, timesOf } from './cells.ts'
import { endBefore, endOf, findBalances } from './closing.ts'
import { partIn, sourceOf } from './kinds.ts'
import { linkOf } from './links.ts'
import { type Period, type Question, refuseOtherFigure } from './question.ts'
import { closingSql, factsSql, type Place } from './sources.ts'
import { findVisits } from './visits.ts'

type Asked = Pick<
  ReportRecordsBody,
  'current' | 'size' | 'sort' | 'figure' | 'part' | 'side' | 'period' | 'rowId'
>

const columns = sql`t.id, time_of_id(t.id) as at, t.kind, t.day, t.came, t.fen::float8 as fen, t.ref_id as "refId",
  nullif(t.user_id, 0) as "userId", ${maskedName(sql`person.name`)} as "userName", ${maskedPhone(sql`person.phone`)} as "userPhone",
  channel.name as "channelName", org.name as "orgName", plan.name as "planName", product.name as "productName",
  nullif(t.city_code, 0)::text as "cityCode",
  case t.kind when 'refund' then (select r.order_id from payment_refund r where r.id = t.ref_id)
    when 'return' then (select b.push_id from push_return b where b.id = t.ref_id) end as "aboutId"`
const joins = sql`left join "user" person on person.id = t.user_id left join channel on channel.id = t.channel_id
  left join org on org.id = t.org_id left join plan on plan.id = t.plan_id left join product on product.id = t.product_id`

type Row = ReportRecord & { aboutId: string | null }

/** The records behind a cell, a total or what they are compared with; the figure is their number, or their sum in fen. */
export async function findPageOfRecords(db: Db, question: Question, asked: Asked) {
  const { figure, part, sort, current, size } = asked
  refuseOtherFigure(question.report, figure, 'figure')
  const source = sourceOf(figure, part)
  if (!source) throw invalid({ part: 'notOfReport' })
  const period = periodOf(question, asked)
  const none = { records: [], total: 0, current, size, count: 0, fen: null, visitsFrom: null }
  const place = placeOf(question, asked, period)
  if (!place) return none

  const balance = source.of === 'closing' ? await balanceOf(db, question, asked, period) : null
  if (source.of === 'closing' && !balance) return none
  const read = { columns, joins, current, size, isDescending: sort.startsWith('-') }
  const isOfVisits = source.of === 'visits' || source.of === 'visitors'
  const keptFrom = isOfVisits ? await visitsFrom(db) : null
  const pageOf = (table: RawBuilder<unknown>) => findPage<Row>(db, { ...read, table, where: [] })
  const pageOfVisits = async (of: 'visits' | 'visitors') => ({
    ...none,
    records: await findVisits<Row>(db, question, {
      ...read,
      of,
      place,
      figure,
      part,
      keptFrom: keptFrom as string,
    }),
  })
  const [page, value] = await Promise.all([
    source.of === 'facts'
      ? pageOf(factsSql(question, place, source))
      : balance
        ? pageOf(closingSql(balance.orgs, balance.before))
        : pageOfVisits(source.of as 'visits'),
    balance ? balance.fen : partOf(db, question, asked, period),
  ])
  const isMoney = balance !== null || (source.of === 'facts' && source.isMoney)
  return {
    ...page,
    ...(!isMoney && { total: value }),
    records: page.records.map(({ aboutId, ...row }) => ({ ...row, link: linkOf(row, aboutId) })),
    count: isMoney ? page.total : value,
    fen: isMoney ? value : null,
    visitsFrom: keptFrom !== null && place.days.from < keptFrom ? keptFrom : null,
  }
}

/** The number of the period of the row; null: all periods. @throws Problem if the report has no such period */
function periodOf({ periods, isHourly }: Question, { period }: Asked): number | null {
  if (period === undefined) return null
  const key = isHourly && period.length > 10 ? new Date(period).toISOString() : period
  const found = periods.findIndex((each) => each.key === key)
  if (found < 0) throw invalid({ period: 'choice' })
  return found
}

/** The days and the hour of a row; of a total, those of the question. */
const timeOf = (question: Question, period: number | null): Pick<Period, 'days' | 'before' | 'hour'> =>
  (period === null ? undefined : question.periods[period]) ?? { days: question.days, before: question.before }

/** Undefined if there are no such days, because nothing is compared. */
function placeOf(question: Question, { side, rowId }: Asked, period: number | null): Place | undefined {
  const { days, before, hour } = timeOf(question, period)
  const part = side === 'now' ? days : before
  if (!part) return undefined
  if (!hour) return { days: part, hour: null, rowId }
  const at = side === 'now' ? hour.at : hour.before
  return at === undefined ? undefined : { days: part, hour: Date.parse(at), rowId }
}

/** The cells of the row, of both sides in the same form. */
function cellsOf(
  question: Question,
  { side, rowId }: Asked,
  period: number | null,
  names: readonly FigureName[],
): RawBuilder<unknown> {
  const times = period === null ? allTimesOf(question, side) : timesOf(question, side, new Set([period]))
  return cellsSql({ question, times, by: 'none', figures: names, ...ofRecord(question, rowId) })
}

/** What a part of a figure is, from the roll-ups. */
async function partOf(db: Db, question: Question, asked: Asked, period: number | null): Promise<number> {
  const { rows } = await sql<
    Record<string, string | null>
  >`${cellsOf(question, asked, period, [asked.figure])}`.execute(db.withoutPlugins())
  return partIn(rows[0], asked.figure, asked.part)
}

/** The organizations of a row, and what they have when its period is over. */
async function balanceOf(db: Db, question: Question, asked: Asked, period: number | null) {
  const { report, owner } = question
  if (owner !== null) return null
  const cells = cellsOf(question, { ...asked, side: 'now' }, period, report.figures)
  const orgs =
    (await sql<{ orgs: string[] | null }>`${cells}`.execute(db.withoutPlugins())).rows[0]?.orgs ?? []
  const time = timeOf(question, period)
  const before = asked.side === 'now' ? endOf(question, time) : endBefore(question, time)
  if (before === null) return null
  const [fen = 0] = await findBalances(db, [{ orgs, before }])
  return { orgs, before, fen }
}
