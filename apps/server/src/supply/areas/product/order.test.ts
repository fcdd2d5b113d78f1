import { product } from '@kabao/contract/supply/product'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { plansOf, vacuum } from '#test/plans'
import { plainList } from './lists.ts'
import { moveProduct } from './order.ts'
import { findPageOfProducts } from './queries.ts'

const app = startApp()
let request: Awaited<ReturnType<typeof app.as>>
let ids: Record<string, string>
const letters = ['a', 'b', 'c', 'd', 'e']
const order = async () => {
  const { data } = (await request('POST', '/product/page', { size: 200 })).body
  return data.records.map(({ name }: { name: string }) => name).join('')
}
const move = async (name: string, body: object) =>
  (await request('POST', `/product/${ids[name]}/move`, body)).body
const between = (after: string, before: string) => ({ after: ids[after], before: ids[before] })
const rowOf = async (name: string) =>
  (await app.pool.query('select sort, place, version from product where id = $1', [ids[name]])).rows[0]

beforeAll(async () => {
  request = await app.as('product:page', 'product:update', 'product:create')
})
beforeEach(async () => {
  await app.pool.query('delete from product')
  ids = {}
  for (const name of letters) {
    const fields = { name, kind: 'coupon', flow: 'full', faceFen: 1, priceFen: 1, validDays: 1 }
    ids[name] = (await request('POST', '/product', fields)).body.data.id
  }
})

test('a new product is last among those with its number', async () => {
  expect(await order()).toBe('abcde')
  const fields = { kind: 'coupon', flow: 'half', faceFen: 1, priceFen: 1, validDays: 1 }
  await request('POST', '/product', { ...fields, name: 'x', sort: -1 })
  await request('POST', '/product', { ...fields, name: 'y', sort: -1 })
  expect(await order()).toBe('xyabcde')
})

describe('a product is moved', () => {
  test.each([
    ['between two others', 'e', () => between('a', 'b'), 'aebcd'],
    ['after one, at the end of what the caller sees', 'a', () => ({ after: ids.c }), 'bcade'],
    ['before one, at the beginning of what the caller sees', 'e', () => ({ before: ids.b }), 'aebcd'],
    ['to the top', 'd', () => ({ to: 'top' }), 'dabce'],
    ['to the bottom', 'b', () => ({ to: 'bottom' }), 'acdeb'],
    [
      'after one of two that are apart, because a filter hides those between',
      'a',
      () => between('b', 'e'),
      'bacde',
    ],
  ])('%s', async (_, name, body, expected) => {
    expect((await move(name, body())).code).toBe('0000')
    expect(await order()).toBe(expected)
  })

  test('by one row; only that row changes', async () => {
    const of = async () =>
      (await app.pool.query('select name, place, version from product where id <> $1 order by id', [ids.e]))
        .rows
    const before = await of()
    await move('e', between('a', 'b'))
    expect(await of()).toEqual(before)
  })

  test('and keeps its place when it is edited with an unchanged number', async () => {
    await move('e', between('a', 'b'))
    const { place, version } = await rowOf('e')
    const fields = { name: 'e', kind: 'card', flow: 'full', faceFen: 1, priceFen: 1, validDays: 1, sort: 0 }
    const edited = await request('PUT', '/product', { ...fields, id: ids.e, version })
    expect(edited.body.code).toBe('0000')
    expect(await rowOf('e')).toMatchObject({ place })
    await request('PUT', '/product', { ...fields, sort: 7, id: ids.e, version: version + 1 })
    expect(await order()).toBe('abcde')
  })

  test('and its version counts up only if its number changes, which an open form would overwrite', async () => {
    await move('e', between('a', 'b'))
    expect(await rowOf('e')).toMatchObject({ sort: 0, version: 1 })
    await move('e', { to: 'top' })
    expect(await rowOf('e')).toMatchObject({ sort: -1, version: 2 })
  })

  test('with its place before and after in the audit log, if it was not there already', async () => {
    await move('e', between('a', 'b'))
    await move('e', between('a', 'b'))
    await move('a', { to: 'top' })
    const { rows } = await app.pool.query(
      `select target_id, before, after from audit_log where point = 'product:update' and before is not null
       and target_id = any($1) order by id`,
      [[ids.e, ids.a]],
    )
    expect(rows).toEqual([
      { target_id: ids.e, before: expect.anything(), after: { sort: 0, place: expect.any(String) } },
    ])
  })
})

describe('refused is a move', () => {
  test('between neighbors that somebody has put in another order, or removed', async () => {
    await move('b', { to: 'bottom' })
    expect((await move('e', between('b', 'c'))).code).toBe('4090')
    await app.pool.query('delete from product where id = $1', [ids.d])
    expect((await move('e', between('c', 'd'))).code).toBe('4090')
    expect((await move('e', { after: ids.e })).code).toBe('4090')
    expect(await order()).toBe('aceb')
  })

  test('without a target or with two', async () => {
    for (const body of [{}, { to: 'top', after: ids.a }, { to: 'left' }])
      expect((await move('e', body)).code).toBe('4000')
  })

  test('of a product of the other list, or next to one', async () => {
    const { rows } = await app.pool.query(
      `insert into product (name, kind, flow, face_fen, price_fen, valid_days, target_url)
       values ('uv', 'card', 'uv', 1, 1, 1, 'https://a.example.com/') returning id`,
    )
    ids.uv = rows[0].id
    expect((await move('uv', { to: 'top' })).code).toBe('4040')
    expect((await move('e', { after: ids.uv })).code).toBe('4090')
  })
})

test('moves at the same time all count, and no two products get the same place', async () => {
  await Promise.all(['c', 'd', 'e'].map((name) => move(name, between('a', 'b'))))
  expect(await order()).toMatch(/^a[cde]{3}b$/)
  await Promise.all(letters.map((name) => move(name, { to: 'top' })))
  const { rows } = await app.pool.query('select count(distinct place)::int as count from product')
  expect(rows).toEqual([{ count: 5 }])
})

test('products with the same place, and places with too many decimals, get new places in the same order', async () => {
  await app.pool.query('update product set place = 3')
  expect((await move('e', between('a', 'b'))).code).toBe('0000')
  expect(await order()).toBe('aebcd')
  const moved = ['b', 'c', 'd', 'e'] as const
  for (let round = 0; round < 60; round++)
    await moveProduct(app.db, plainList, ids[moved[round % 4] as string] as string, { after: ids.a }, '1', 14)
  expect(await order()).toBe('aedcb')
  const { rows } = await app.pool.query(
    'select max(scale(place)) as scale, array_agg(distinct sort) as sorts from product',
  )
  expect(rows).toEqual([{ scale: expect.any(Number), sorts: [3] }])
  expect(rows[0].scale).toBeLessThanOrEqual(14)
})

describe('of 100,000 products', () => {
  const many = startApp()
  beforeAll(async () => {
    await many.pool.query(
      `insert into org (code, name, flow) select 'org' || n, '机构' || n, 'full' from generate_series(1, 50) n`,
    )
    // In parts, each within the time limit of a statement.
    for (let part = 0; part < 10; part++)
      await many.pool.query(
        `
      insert into product (name, kind, flow, org_id, face_fen, price_fen, valid_days, stock, place, status, on_sale_to,
        target_url, created_at, detail)
      select '产品' || n, (array['package', 'coupon', 'card'])[1 + n % 3], (array['full', 'half', 'uv', 'city'])[1 + n % 4],
        case when n % 8 = 0 then (select id from org where code = 'org' || (1 + n % 50)) end, 10000 + n % 997, 100 + n % 991,
        1 + n % 365, case when n % 5 > 0 then n % 1000 end, n % 100 + n * 1e-12, (array['draft', 'onSale', 'offSale'])[1 + n % 3],
        case when n % 7 = 0 then timestamptz '2027-01-01' + n * interval '1 minute' end,
        case when n % 4 > 1 then 'https://a.example.com/' end, timestamptz '2026-01-01' + n * interval '1 minute', '<p>x</p>'
      from generate_series($1::int * 10000 + 1, ($1 + 1) * 10000) n`,
        [part],
      )
    await vacuum(many.pool, 'product')
    await many.pool.query('analyze org')
  }, 120_000)

  test.each([
    [{}, /product_place_idx/],
    [{ sort: '-sort' }, /product_place_idx/],
    [{ sort: '-createdAt' }, /product_created_at_idx/],
    [{ sort: 'updatedAt' }, /product_updated_at_idx/],
    [{ sort: '-faceFen' }, /product_face_fen_idx/],
    [{ sort: 'priceFen' }, /product_price_fen_idx/],
    [{ sort: 'validDays' }, /product_valid_days_idx/],
    [{ sort: 'stock' }, /product_stock_idx/],
    [{ sort: 'left' }, /product_left_idx/],
    [{ sort: '-onSaleTo' }, /product_on_sale_to_idx/],
    [{ status: 'onSale' }, /product_(status|place)_idx/],
    [{ status: 'draft', kind: 'coupon', flow: 'half' }, /product_(status|place)_idx/],
    [{ orgId: '7' }, /product_org_id_idx/],
    [{ orgId: '7', status: 'onSale' }, /product_org_id_idx/],
    [{ current: 2000, size: 20 }, /product_place_idx/],
    [{ id: '77' }, /product_pkey/],
    [{ name: '7777' }, /product_name_pairs_idx/],
  ])('a page with %j reads an index', async (filter, index) => {
    const asked = product.page.body.parse(filter)
    const plans = await plansOf(many.pool, (db) => findPageOfProducts(db, plainList, asked))
    expect(plans).toHaveLength(2)
    // The count of the whole list reads the first 10,000 rows in any order.
    const page = plans.find((plan) => !plan.startsWith('Aggregate'))
    expect(page).toMatch(index)
    expect(page).not.toMatch(/Seq Scan on product/)
  })

  test('a move reads only rows at the gap', async () => {
    const { rows } = await many.pool.query(
      `select id from product where flow in ('full', 'half') order by place, id offset 20000 limit 3`,
    )
    const [after, before, last] = rows.map(({ id }) => id as string) as [string, string, string]
    const { adminId } = await many.as('product:update')
    for (const target of [{ after, before }, { after }, { before }, { to: 'top' }, { to: 'bottom' }] as const)
      for (const plan of await plansOf(many.pool, (db) => moveProduct(db, plainList, last, target, adminId)))
        expect(plan).not.toMatch(/Seq Scan on product/)
  })
})
