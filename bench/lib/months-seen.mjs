import { peakMegabytes, residentMegabytes } from './machine.mjs'

/** Tables without partitions whose old rows the service deletes. */
export const swept = [
  ...['due_step', 'payment_due', 'delivery_due', 'push_dedupe', 'org_call', 'plan_why_not', 'plan_snapshot'],
  ...['visit_text', 'message', 'session', 'file', 'error_event', 'job_run', 'instance'],
  ...['pgboss.job', 'pgboss.archive'],
]

/** What there is now: the size of each table with the sum of its partitions, the rows of those that are swept, the memory of the service. */
export async function look({ pool, app }) {
  const all = async (text) => (await pool.query(text)).rows
  const tables = await all(
    `select coalesce(root.relname, c.relname) as name, sum(pg_total_relation_size(c.oid))::float8 as bytes,
       sum(pg_stat_get_tuples_returned(c.oid))::float8 as read
     from pg_class c left join pg_class root on c.relispartition and root.oid = pg_partition_root(c.oid)
     where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'part'::regnamespace, 'pgboss'::regnamespace) group by 1`,
  )
  const [rows] = await all(
    `select ${swept.map((name) => `(select count(*)::int from ${name}) as "${name}"`).join(', ')}`,
  )
  const [{ bytes }] = await all('select pg_database_size(current_database())::float8 as bytes')
  return {
    bytes,
    rows,
    tables: new Map(tables.map(({ name, ...table }) => [name, table])),
    memory: residentMegabytes(app.pid),
    peak: peakMegabytes(app.pid),
  }
}

/** The most that there was in this part of the days. */
const mostOf = (seen, from, to, value) =>
  Math.max(...seen.slice(Math.floor(seen.length * from), Math.ceil(seen.length * to)).map(value))

/**
 * What grows although its rows are deleted: a table is compared with itself a third of the time ago, when all times for which rows are kept
 * were over.
 * @param seen what `look` gave after each day with business
 */
export function growing(seen) {
  if (seen.length < 60) return []
  const found = swept.flatMap((name) => {
    const [before, now] = [
      [1 / 3, 2 / 3],
      [2 / 3, 1],
    ].map(([from, to]) => mostOf(seen, from, to, ({ rows }) => rows[name]))
    return now > 1.5 * before + 50 ? [`${name} grew from ${before} to ${now} rows`] : []
  })
  const [first, last] = [seen[9], seen.at(-1)].map(({ tables }) => tables.get('due_step').bytes)
  return last > first + 1_000_000 ? [...found, `due_step grew from ${first} to ${last} bytes`] : found
}

const mb = (bytes) => (bytes / 1e6).toFixed(1)

/** How many rows a table's scans without an index have read by this day and in the ten days before. */
const readTo = (seen, day, name) =>
  Math.round((seen[day - 1].tables.get(name)?.read ?? 0) - (seen[day - 11]?.tables.get(name)?.read ?? 0))

/** The tables of which the last ten days have read most rows without an index, with the same of the days 11 to 20. */
export function readMost(seen, most = 15) {
  if (seen.length < 21) return null
  const rows = [...seen.at(-1).tables.keys()].map((name) => [
    ...[name, readTo(seen, 20, name)],
    readTo(seen, seen.length, name),
  ])
  return [
    ['rows read without an index', 'days 11 to 20', 'the last ten'],
    rows.sort((one, other) => other[2] - one[2]).slice(0, most),
  ]
}

/** What was seen after some days: the head and the rows of three tables. @param most tables whose sizes are shown */
export function shown(seen, days, most = 25) {
  const columns = days.map((day) => seen[day - 1])
  const head = days.map((day) => `day ${day}`)
  const kept = columns.at(-1)
  const largest = [...kept.tables].sort(([, a], [, b]) => b.bytes - a.bytes).slice(0, most)
  const sizeOf = (name) => columns.map(({ tables }) => mb(tables.get(name)?.bytes ?? 0))
  const names = [...new Set([...largest.map(([name]) => name), 'due_step'])]
  return {
    partitions: [
      ['partitions of', 'kept, days', ...head],
      [...kept.kept].map(([name, { keptDays }]) => [
        ...[name, keptDays ?? 'for ever'],
        ...columns.map((each) => each.kept.get(name).partitions),
      ]),
    ],
    rows: [['rows of', ...head], swept.map((name) => [name, ...columns.map(({ rows }) => rows[name])])],
    sizes: [
      ['MB', ...head],
      [
        ['the database', ...columns.map(({ bytes }) => mb(bytes))],
        ...names.map((name) => [name, ...sizeOf(name)]),
        ['memory of the service', ...columns.map(({ memory }) => memory)],
        ['its peak', ...columns.map(({ peak }) => peak)],
      ],
    ],
  }
}
