import { expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { readAhead } from '../partitions/ahead.ts'
import { timeIdAt } from './partitions.ts'

const app = startApp()

const partitions = async (table: string) =>
  (
    await app.pool.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1`,
      [table],
    )
  ).rows.map(({ name }) => name)

async function makeTable(name: string, { unit, keepDaysMin }: { unit: string; keepDaysMin: number | null }) {
  await app.pool.query(
    `create table ${name} (id bigint default time_id() primary key, note text) partition by range (id)`,
  )
  await app.pool.query('insert into partitioned_table values ($1, $2, 3, $3)', [name, unit, keepDaysMin])
}

test('an id begins with its time, in SQL as in TypeScript, and two ids of one instant differ', async () => {
  const at = '2026-03-08T07:00:00.123Z'
  const { rows } = await app.pool.query(
    `select time_id_at($1)::text as floor, count(distinct time_id($1))::int as ids, min(time_of_id(time_id($1))) as at
     from generate_series(1, 1000)`,
    [at],
  )
  expect(rows[0]).toEqual({ floor: timeIdAt(Date.parse(at)), ids: 1000, at })
})

test('partitions are made from the given instant until three units ahead, once, also by ten callers at once', async () => {
  await makeTable('made_daily', { unit: 'day', keepDaysMin: null })
  const made = await Promise.all(
    Array.from({ length: 10 }, () =>
      app.pool.query(`select make_partitions('made_daily', now() - interval '2 days') as made`),
    ),
  )
  expect(made.map(({ rows }) => rows[0].made).sort((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 6])
  expect(await partitions('made_daily')).toHaveLength(6)
  await app.pool.query(`insert into made_daily (note) values ('now')`)
  await expect(
    app.pool.query(`insert into made_daily (id, note) values (time_id(now() + interval '10 days'), 'later')`),
  ).rejects.toThrow('no partition of relation "made_daily" found for row')
})

test('a partition has the settings of the one before it', async () => {
  const { rows } = await app.pool.query(
    `select distinct c.reloptions from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'push_record'::regclass`,
  )
  expect(rows).toEqual([{ reloptions: ['fillfactor=70'] }])
  await makeTable('made_roomy', { unit: 'day', keepDaysMin: null })
  await app.pool.query(`select make_partitions('made_roomy', now() - interval '1 day')`)
  const newest = (await partitions('made_roomy')).at(-1) as string
  await app.pool.query(
    `alter table ${newest} set (fillfactor = 60, autovacuum_enabled = false); drop table ${(await partitions('made_roomy'))[1]}`,
  )
  await app.pool.query(`select make_partitions('made_roomy')`)
  const made = await app.pool.query(
    `select c.reloptions from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'made_roomy'::regclass
       and c.reloptions is not null`,
  )
  const reloptions = ['fillfactor=60', 'autovacuum_enabled=false']
  expect(made.rows).toEqual([{ reloptions }, { reloptions }])
})

test.each([
  ['date', 'made_by_day', `current_date`],
  ['timestamptz', 'made_by_instant', `now()`],
])(
  'a key may be a %s: partitions are made and dropped by it, and what another one holds is left out',
  async (type, name, now) => {
    await app.pool.query(`create table ${name} (at ${type} primary key) partition by range (at)`)
    await app.pool.query(`insert into partitioned_table values ($1, 'day', 3, 5)`, [name])
    const tenDaysAgo = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10)
    await app.pool.query(
      `create table part.${name} partition of ${name} for values from (minvalue) to ('${tenDaysAgo} 00:00:00Z')`,
    )
    await app.pool.query(`select make_partitions($1, now() - interval '20 days')`, [name])
    // Ten days until now, three ahead, that of today, and the one that holds what was before.
    expect(await partitions(name)).toHaveLength(15)
    await app.pool.query(
      `insert into ${name} select ${now} + days * interval '1 day' from generate_series(-400, 3, 13) days`,
    )
    const { rows: ends } = await app.pool.query(
      `select name, from_at = '-infinity' as "isFirst", to_at - date_trunc('day', now(), 'UTC') as "endsIn" from partitions_of($1)
     order by to_at limit 2`,
      [name],
    )
    expect(ends).toMatchObject([{ name, isFirst: true }, { isFirst: false }])
    expect((await readAhead(app.db)).find(({ table }) => table === name)?.seconds).toBeGreaterThan(
      3 * 86_400 - 1,
    )
    const { rows } = await app.pool.query('select drop_partitions($1, 5) as name', [name])
    expect(rows.length).toBe(6)
    expect(rows[0].name).toBe(name)
    await expect(app.pool.query(`insert into ${name} select ${now} - interval '7 days'`)).rejects.toThrow(
      'no partition of relation',
    )
  },
)

test('only partitions whose last row is old enough are dropped', async () => {
  await makeTable('made_hourly', { unit: 'hour', keepDaysMin: 1 })
  await app.pool.query(`select make_partitions('made_hourly', now() - interval '50 hours')`)
  await app.pool.query(`insert into made_hourly (id, note)
    select time_id(now() - hours * interval '1 hour'), hours::text from generate_series(0, 50) hours`)
  await expect(app.pool.query(`select drop_partitions('made_hourly', 0)`)).rejects.toThrow(
    'are kept longer than 0 days',
  )
  const { rows } = await app.pool.query(`select drop_partitions('made_hourly', 1) as name`)
  expect(rows.length).toBeGreaterThanOrEqual(25)
  const left = await app.pool.query(
    "select min(time_of_id(id)) > now() - interval '26 hours' as kept, count(*)::int from made_hourly",
  )
  expect(left.rows[0]).toEqual({ kept: true, count: 25 })
})

test('partitions of a table without a retention are never dropped', async () => {
  await makeTable('made_kept', { unit: 'month', keepDaysMin: null })
  await expect(app.pool.query(`select drop_partitions('made_kept', 10000)`)).rejects.toThrow(
    'are kept longer',
  )
})
