import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { type Db, openDb } from './client.ts'
import { findPage, type PageQuery } from './page.ts'

const app = startApp()
let db: Db

interface Row {
  id: string
  amount: string
}

/** A ledger of 26,000 rows: 15,000 belong to admin 1, 11,000 to admin 2. */
beforeAll(async () => {
  db = openDb(app.pool)
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
