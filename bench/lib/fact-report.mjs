import { Failure } from '../../scripts/lib/run.mjs'
import { durationOf, median, quantile } from './figures.mjs'

const clock = { timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' }
const days = 90
const times = 60

/** What a page of the daily report of the channels asks: 90 days, compared with the 90 days before. */
const asked = {
  grain: 'day',
  way: 'day',
  compare: 'previous',
  current: 1,
  size: 20,
  sort: '-period',
  by: 'both',
}

/** The time of the report with its comparison, and that of the same question as SQL over the facts. @returns the p95 of the report, ms */
export async function measureReport(pool, db, { findPageOfRows, questionOf, channelList, facts }) {
  const [{ to, from }] = (
    await pool.query(
      `select to_char(d, 'YYYY-MM-DD') as to, to_char(d - ${days - 1}, 'YYYY-MM-DD') as from from business_day(now()) d`,
    )
  ).rows
  const body = { ...asked, from, to }
  const report = (way) => {
    const question = questionOf(channelList, { ...body, way }, { clock, owner: null })
    return findPageOfRows(db, question, body)
  }
  const ask = async (way) => {
    const took = []
    for (let n = 0; n < times; n++) took.push(await durationOf(() => report(way)))
    return took
  }
  const page = await report('day')
  const { pushes } = await overFacts(pool, { from, to })
  if (Number(pushes) !== page.totals.pushes.value)
    throw new Failure(`The report has ${page.totals.pushes.value} pushes, the facts have ${pushes}.`)
  const byDay = await ask('day')
  const byCame = await ask('came')
  const grouped = []
  for (let n = 0; n < 5; n++) grouped.push(await durationOf(() => overFacts(pool, { from, to })))
  const ms = (value) => value.toFixed(1)
  console.log(
    `\nthe report of ${page.total.toLocaleString('en-US')} rows over ${facts.toLocaleString('en-US')} facts: ` +
      `${ms(median(byDay))} ms (p50), ${ms(quantile(byDay, 0.95))} ms (p95; target 100); by the day they came ${ms(quantile(byCame, 0.95))} ms (p95); ` +
      `GROUP BY over the facts ${ms(median(grouped))} ms (p50), ${ms(median(grouped) / median(byDay))} × the report`,
  )
  return quantile(byDay, 0.95)
}

/** The same figures as a tool that groups the facts reads them: the rows of the page, the totals, and those of the days before. */
async function overFacts(pool, { from, to }) {
  const figures = `count(*) filter (where kind = 'registration') as registrations, count(*) filter (where kind = 'profile') as profiles,
    count(*) filter (where kind = 'match') as matches, count(*) filter (where kind = 'push') as pushes,
    count(*) filter (where kind = 'accepted') as accepted, sum(fen) filter (where kind = 'cost') as cost,
    sum(fen) filter (where kind = 'charge') as charged`
  const within = `flow = 'full' and day between $1::date and $2::date`
  const [, { rows }] = await Promise.all([
    pool.query(
      `select day, channel_id, ${figures} from fact where ${within} group by 1, 2 order by day desc, registrations desc limit 20`,
      [from, to],
    ),
    pool.query(`select ${figures} from fact where ${within}`, [from, to]),
    pool.query(
      `select ${figures} from fact where flow = 'full' and day between $1::date - ${days} and $2::date - ${days}`,
      [from, to],
    ),
  ])
  return rows[0]
}
