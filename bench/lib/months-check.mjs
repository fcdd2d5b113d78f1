import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { table } from './figures.mjs'
import { growing, look, readMost, shown } from './months-seen.mjs'
import { retention } from './months-world.mjs'
import { source } from './open-world.mjs'

/** Jobs that run once a day. */
const daily = [
  ...[
    'login-log-retention',
    'message-retention',
    'push-dedupe-sweep',
    'ledger-verify',
    'error-event-retention',
  ],
  ...['visit-text-sweep', 'statistics-check', 'reconcile-nightly', 'bills-nightly', 'push-count-sweep'],
]
/** Jobs that run nearly all the time, also while the clock is moved: then they lose their lease, as on a machine that slept. */
const alwaysOn = /^crm-(assign|first-contact|remind|source)$/
/** What is logged when the clock is moved between two looks at it, or while a statement is under way. */
const ofMove = /^the clock of this machine|canceling statement due to statement timeout/
/** How many partitions more than those of the kept time there may be: that of now, one that is not over for as long, and one of another zone. */
const further = 3
const daysOf = { hour: 1 / 24, day: 1, month: 28 }
/** Faults and lines of the log that are printed. */
const mostShown = 40

/** Looks after each day at what must hold, and tells at the end what was seen. */
export async function checkMonths(world) {
  const { pool, db, faults, folder } = world
  const [{ readAhead, isShort }, { readKept }, { differences }, { verifyLedger }] = await Promise.all(
    [
      'platform/partitions/ahead.ts',
      'platform/partitions/kept.ts',
      'statistics/check.ts',
      'ledger/verify.ts',
    ].map(source),
  )
  const settings = { get: (key) => retention[key.replace('retention.', '')] }
  const all = async (text, ...values) => (await pool.query(text, values)).rows
  const declared = new Map(
    (await all('select name, unit, ahead from partitioned_table')).map((each) => [each.name, each]),
  )
  const seen = []
  const known = new Set()
  let runs = 0
  let dropped = 0
  let since = (await all('select now() as at'))[0].at

  async function checkRuns(fault) {
    const [{ at }] = await all('select now() as at')
    const found = await all(
      `select name, state::text as state, retry_count as retries, output from (
         select name, state, retry_count, output, created_on from pgboss.job union all
         select name, state, retry_count, output, created_on from pgboss.archive) j
       where created_on > $1 and created_on <= $2`,
      since,
      at,
    )
    since = at
    runs += found.length
    for (const { name, state, retries, output } of found) {
      const text = JSON.stringify(output)
      const isMoved = alwaysOn.test(name) && /timeout in active state/.test(text)
      if ((state === 'failed' || retries > 0) && !isMoved) fault(`${name} ${state}, ${text}`)
      if (name === 'statistics-check' && output?.different !== 0) fault(`figures: ${text}`)
      if (name === 'ledger-verify' && output?.faults !== 0) fault(`ledger: ${text}`)
      if (name === 'partitions') dropped += output?.dropped ?? 0
    }
    for (const name of daily) {
      const times = found.filter((run) => run.name === name).length
      if (times !== 1) fault(`${name} ran ${times} times`)
    }
  }

  async function checkPartitions(fault) {
    for (const { table } of (await readAhead(db)).filter(isShort)) fault(`partitions of ${table} are short`)
    const kept = await readKept(db, settings)
    for (const { table, partitions, keptDays, oldestAt, isOverdue } of kept) {
      const { unit, ahead } = declared.get(table)
      if (isOverdue) fault(`${table} still has the partition of ${oldestAt}`)
      if (keptDays !== null && partitions > keptDays / daysOf[unit] + ahead + further)
        fault(`${table} has ${partitions} partitions`)
    }
    return new Map(kept.map((each) => [each.table, each]))
  }

  /** After a day. */
  async function day(nth) {
    const before = faults.length
    const fault = (text) => faults.push(`day ${nth + 1}: ${text}`)
    await checkRuns(fault)
    const kept = await checkPartitions(fault)
    seen.push({ ...(await look(world)), kept })
    for (const text of logged(folder, known)) faults.push(`day ${nth + 1}: log: ${text}`)
    const took = Math.round(performance.now() / 1_000)
    console.log(`day ${nth + 1}: ${took} s, ${Math.round(seen.at(-1).bytes / 1e6)} MB, ${runs} runs`)
    for (const text of faults.slice(before)) console.log(`  ${text.slice(0, 400)}`)
  }

  /** After the last day with business: all days, the whole ledger, and the settlements. */
  async function business() {
    const dayOf = (nth) => new Date(world.instantOf(nth, 12 * 60)).toISOString().slice(0, 10)
    const different = await differences(db, { first: dayOf(0), last: dayOf(seen.length - 1) })
    if (different > 0) faults.push(`${different} figures of all days differ from the facts`)
    const ledger = await verifyLedger(db, () => undefined)
    for (const each of ledger.faults) faults.push(`ledger: ${JSON.stringify(each)}`)
    faults.push(...growing(seen))
    const settled = await all(settledText)
    if (settled.some(({ isWhole }) => !isWhole)) faults.push(`settlements: ${JSON.stringify(settled)}`)
    const [counts] = await all(countsText)
    console.log(`\n${table(Object.keys(counts), [Object.values(counts)])}`)
    console.log(
      `\n${ledger.transfers} transfers, ${ledger.faults.length} faults; ${different} figures differ`,
    )
    for (const { channelId, settlements, first, last } of settled)
      console.log(`channel ${channelId}: ${settlements} settlements, ${first} to ${last}`)
    await tell()
  }

  /** What was seen until now. */
  async function tell() {
    const days = [1, 10, 30, 45, 60, 90].filter((nth) => nth < seen.length).concat(seen.length)
    for (const [head, rows] of [...Object.values(shown(seen, days)), readMost(seen)].filter(Boolean))
      console.log(`\n${table(head, rows)}`)
    console.log(`\n${runs} runs of jobs, ${dropped} partitions dropped, ${faults.length} faults`)
    for (const text of faults.slice(0, mostShown)) console.log(`  ${text.slice(0, 400)}`)
  }
  return { day, business, tell }
}

/** The warnings and errors that the service has logged, those that are not in `known` yet. */
function logged(folder, known) {
  const found = []
  for (const line of readFileSync(join(folder, 'log'), 'utf8').split('\n').filter(Boolean)) {
    const { msg, job, err } = JSON.parse(line)
    const text = [msg, job, err?.message].filter(Boolean).join(': ')
    if (known.has(text) || alwaysOn.test(job) || ofMove.test(text)) continue
    known.add(text)
    found.push(text)
  }
  return found
}

/** Every period follows the one before, and every result that is due by then is in one. */
const settledText = `select s.channel_id as "channelId", count(*)::int as settlements, min(from_day)::text as first, max(to_day)::text as last,
  bool_and(from_day = before + 1 or before is null) and sum(results) =
    (select count(*) from channel_result r where r.channel_id = s.channel_id and r.number <= max(s.upto_number) and r.due_day <= max(s.to_day))
    as "isWhole"
  from (select *, lag(to_day) over (partition by channel_id order by from_day) as before from settlement where status <> 'cancelled') s
  group by 1 order by 1`

const countsText = `select (select count(*)::int from "user") as people, (select count(*)::int from push_record) as pushes,
  (select count(*)::int from push_record where status = 'accepted') as accepted, (select count(*)::int from payment_order) as orders,
  (select count(*)::int from transfer) as transfers, (select sum(visits)::int from roll_up where grain = 'all' and way = 'day') as visits`
