import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startApp } from '#test/harness'
import { createDb, type Db } from './client.ts'
import { findPage, findPageWithTotals, type PageQuery } from './page.ts'
import { WatchedClient } from './silence.ts'

const app = startApp()
let db: Db

interface Row {
  id: string
  amount: string
}

/** A ledger of 26,000 rows: 15,000 belong to admin 1, 11,000 to admin 2. */
beforeAll(async () => {
  db = createDb(app.pool)
  await app.pool.query(`
    create table ledger (
      id bigint primary key, owner_id bigint not null, title text not null, amount numeric(20, 4) not null,
      day date, count bigint not null, at timestamptz not null
    );
    insert into ledger
    select n, case when n <= 15000 then 1 else 2 end, md5(n::text) || case when n % 7 = 0 then '''\\' else '' end,
      ((n * 7919) % 1000003) / 10000.0, case when n % 10 = 0 then null else '2026-01-01'::date + n % 300 end,
      9007199254740993 + (n::bigint * 104729) % 999983, '2026-01-01'::timestamptz + (n * 31 % 26000) * interval '1 microsecond'
    from generate_series(1, 26000) n;
    analyze ledger`)
}, 60_000)

const query = (more: Partial<PageQuery> = {}): PageQuery => ({
  table: sql`ledger`,
  columns: sql`t.id, t.amount`,
  where: [],
  key: sql`t.at`,
  isDescending: true,
  current: 1,
  size: 50,
  ...more,
})

const ofOwner = (owner: string) => query({ where: [sql`t.count > ${0}`, sql`t.owner_id = ${owner}`] })

describe('cached counts and positions of a list belong to its owner’s rows only', () => {
  test('of two owners with the same filter, neither sees the size of the other’s list', async () => {
    const first = await findPage<Row>(db, ofOwner('1'))
    const second = await findPage<Row>(db, ofOwner('2'))
    expect(first).toMatchObject({ total: 15_000, totalIsEstimate: true })
    expect(second).toMatchObject({ total: 11_000, totalIsEstimate: true })
  })

  test('of two owners with the same filter, a deep page of one does not begin where the other’s ended', async () => {
    const ids = async (owner: string, current: number) =>
      (await findPage<Row>(db, { ...ofOwner(owner), current })).records.map(({ id }) => Number(id))
    await ids('1', 30)
    const fromPlace = await ids('2', 31)
    const { rows } = await app.pool.query(
      'select id from ledger where owner_id = 2 order by at desc, id desc offset 1500 limit 50',
    )
    expect(fromPlace).toEqual(rows.map(({ id }) => Number(id)))
  })
})

describe('a list is sorted by a key of any type, and its deep pages are contiguous', () => {
  test.each<[string, PageQuery['key'], string]>([
    ['timestamptz in microseconds', sql`t.at`, 'at'],
    ['bigint', sql`t.count`, 'count'],
    ['numeric', sql`t.amount`, 'amount'],
    ['text with quotes and backslashes', sql`t.title`, 'title'],
    ['date with a value for null', sql`coalesce(t.day, '-infinity')`, `coalesce(day, '-infinity')`],
    ['double precision', sql`t.amount::float8 / 3`, 'amount::float8 / 3'],
  ])('%s', async (_, key, expression) => {
    for (const isDescending of [true, false]) {
      const direction = isDescending ? 'desc' : 'asc'
      const { rows } = await app.pool.query(
        `select id from ledger order by ${expression} ${direction}, id ${direction} offset 1000 limit 300`,
      )
      const found: string[] = []
      for (let current = 21; current <= 26; current++) {
        const page = await findPage<Row>(db, query({ key, isDescending, current }))
        found.push(...page.records.map(({ id }) => id))
      }
      expect(found).toEqual(rows.map(({ id }) => id))
    }
  })
})

test('a list is read with another alias and from a derived table; its rows hold only its columns', async () => {
  const perDay = query({
    table: sql`(select day as id, sum(amount) as amount, count(*) as lines from ledger where day is not null group by day)`,
    alias: 'd',
    columns: sql`d.id, d.lines::int as lines`,
    key: sql`d.amount`,
    size: 10,
  })
  const { records, total } = await findPage<{ id: string; lines: number }>(db, perDay)
  const { rows } =
    await app.pool.query(`select day as id, count(*)::int as lines from ledger where day is not null
    group by day order by sum(amount) desc, day desc limit 10`)
  expect({ records, total }).toEqual({ records: rows, total: 270 })

  const deep = await findPage(
    db,
    query({ alias: 'l', columns: sql`l.amount as key`, key: sql`l.at`, current: 40 }),
  )
  expect(deep.records).toHaveLength(50)
  for (const row of deep.records) expect(Object.keys(row as object)).toEqual(['key'])
})

describe('totals', () => {
  const summed = (more: Partial<PageQuery>) =>
    findPageWithTotals<Row, 'weight' | 'half'>(db, query(more), {
      weight: sql`t.owner_id`,
      half: sql`t.id % 2`,
    })

  test('are over all rows that match, whatever page is shown, and each owner has his own', async () => {
    const of = (owner: string, more: Partial<PageQuery> = {}) =>
      summed({ where: [sql`t.id > ${0}`, sql`t.owner_id = ${owner}`], size: 20, ...more })
    expect((await of('1')).totals).toEqual({ weight: 15_000, half: 7_500 })
    expect((await of('2')).totals).toEqual({ weight: 22_000, half: 5_500 })
    const second = await of('2', { current: 2 })
    expect(second.totals).toEqual({ weight: 22_000, half: 5_500 })
    expect(second).toMatchObject({ total: 11_000, totalIsEstimate: true, current: 2, size: 20 })
    expect(second.records).toHaveLength(20)
  })

  test('follow the filter; nothing that matches sums up to nothing', async () => {
    const filtered = (last: number) => summed({ where: [sql`t.id <= ${last}`, sql`t.owner_id = ${'1'}`] })
    expect((await filtered(10)).totals).toEqual({ weight: 10, half: 5 })
    expect((await filtered(0)).totals).toEqual({ weight: 0, half: 0 })
    await app.pool.query('update ledger set owner_id = 2 where id = 10')
    expect((await filtered(10)).totals).toEqual({ weight: 9, half: 5 })
    await app.pool.query('update ledger set owner_id = 1 where id = 10')
  })

  test('what is null counts as nothing, and a sum that no number holds exactly is none', async () => {
    const sumOf = (what: NonNullable<PageQuery['key']>, more: Partial<PageQuery> = {}) =>
      findPageWithTotals<Row, 'sum'>(db, query(more), { sum: what })
    const few = { where: [sql`t.id <= 20`] }
    expect((await sumOf(sql`case when t.id % 2 = 0 then 3 end`, few)).totals).toEqual({ sum: 30 })
    expect((await sumOf(sql`t.count`, few)).totals).toBeNull()
  })

  test('look at a bounded number of rows: beyond it there are none', async () => {
    await app.pool.query(`create table wide as select n as id, 1 as one from generate_series(1, 100002) n`)
    const sumOf = (last: number) =>
      findPageWithTotals<Row, 'one'>(
        db,
        query({ table: sql`wide`, columns: sql`t.id`, key: sql`t.id`, where: [sql`t.id <= ${last}`] }),
        { one: sql`t.one` },
      )
    expect((await sumOf(100_000)).totals).toEqual({ one: 100_000 })
    expect((await sumOf(100_002)).totals).toBeNull()
    // Remembered, as the size of so large a list is.
    await app.pool.query('drop table wide; create table wide as select 1 as id, 1 as one')
    expect((await sumOf(100_002)).totals).toBeNull()
    expect((await sumOf(100_001)).totals).toEqual({ one: 1 })
  })
})

describe('a list of few rows is counted in the statement of its page', () => {
  const sent = vi.spyOn(WatchedClient.prototype, 'query')
  afterEach(() => sent.mockClear())
  const request = async (more: Partial<PageQuery>) => {
    sent.mockClear()
    const { records, ...rest } = await findPage<Row>(db, query({ size: 20, ...more }))
    const ofList = sent.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('ledger'))
    return { ...rest, rows: records.length, statements: ofList.length, records }
  }
  const upTo = (id: number) => ({ where: [sql`t.id <= ${id}`] })

  test('from the second time on; its size is exact at every moment, and its rows hold its columns alone', async () => {
    const owner = { where: [sql`t.owner_id = ${'77'}`] }
    const insert = (from: number, to: number) =>
      app.pool.query(
        `insert into ledger select n, 77, '', 1, null, 1, '2027-01-01' from generate_series($1::int, $2::int) n`,
        [from, to],
      )
    await insert(100_001, 100_030)
    expect(await request(owner)).toMatchObject({ total: 30, rows: 20, statements: 2 })
    const again = await request(owner)
    expect(again).toMatchObject({ total: 30, rows: 20, statements: 1 })
    for (const row of again.records) expect(Object.keys(row)).toEqual(['id', 'amount'])
    expect(await request({ ...owner, current: 2 })).toMatchObject({ total: 30, rows: 10, statements: 1 })
    await insert(100_031, 100_031)
    expect(await request(owner)).toMatchObject({ total: 31, rows: 20, statements: 1 })
    await app.pool.query(`delete from ledger where owner_id = 77`)
    expect(await request(owner)).toMatchObject({ total: 0, rows: 0 })
  })

  test('a page after its last row says how many there are', async () => {
    await request(upTo(25))
    expect(await request({ ...upTo(25), current: 9 })).toMatchObject({ total: 25, rows: 0, statements: 2 })
  })

  test('one of many rows is counted beside its page', async () => {
    await request(upTo(1_001))
    expect(await request(upTo(1_001))).toMatchObject({ total: 1_001, rows: 20, statements: 2 })
  })

  test('one that has become large meanwhile is estimated as every large one', async () => {
    const grown = { where: [sql`t.owner_id = ${'78'}`] }
    const insert = (from: number, to: number) =>
      app.pool.query(
        `insert into ledger select n, 78, '', 1, null, 1, '2027-01-01' from generate_series($1::int, $2::int) n`,
        [from, to],
      )
    await insert(200_001, 200_010)
    await request(grown)
    await insert(200_011, 211_000)
    await app.pool.query('analyze ledger')
    expect(await request(grown)).toMatchObject({ total: 11_000, totalIsEstimate: true, rows: 20 })
    expect(await request(grown)).toMatchObject({ total: 11_000, totalIsEstimate: true, statements: 1 })
    await app.pool.query(`delete from ledger where owner_id = 78`)
  })
})
