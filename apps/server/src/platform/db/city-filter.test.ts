import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isWithin, regionCodes, wholeCity } from '@kabao/region'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { migrationsFolder } from '../base/paths.ts'
import { hasCityOf, isOfRegion } from './city-filter.ts'

const app = startApp()
const neverWere = ['999999', '100000', '449999', '440999', '500999', '110299']
const everyCode = [...new Set(regionCodes())]
const cities = everyCode.filter((code) => code.endsWith('00') && !code.endsWith('0000'))
/** Every province and special case, and some of all others. */
const regions = [
  ...everyCode.filter((code, index) => code.endsWith('0000') || index % 40 === 0),
  ...['500100', '500200', '500235', '110100', '429000', '429004', '659000', '659001', '469000', '460400'],
  ...['810100', '810101', '820200', '341400', '371200', '110103', '110101', '419000', '419001', ...neverWere],
]

/** One user for each code, one organization for each city, and one for the whole country. */
beforeAll(async () => {
  await app.pool.query(`insert into "user" (flow, city_code) select 'full', unnest($1::text[])`, [
    [...everyCode, ...neverWere],
  ])
  await app.pool.query(
    `insert into org (code, name, flow, city_codes) select 'o' || c, c, 'full', array[c] from unnest($1::text[]) c`,
    [cities],
  )
})

test('a region finds those of it and of what lies in it, and nobody else', async () => {
  for (const region of regions) {
    const { rows } = await sql<{ code: string }>`
      select t.city_code as code from "user" t where ${sql.join(isOfRegion(region), sql` and `)}`.execute(
      app.db,
    )
    expect(rows.map(({ code }) => code).sort(), region).toEqual(
      everyCode.filter((code) => isWithin(code, region)).sort(),
    )
  }
})

test('the lists with the group of the counties of Chongqing get its city instead', async () => {
  const { rows } = await app.pool.query(
    `insert into org (code, name, flow, city_codes) values ('cqcq1', 'cqcq1', 'full', '{500200,440300}'),
       ('cqcq2', 'cqcq2', 'full', '{500200,500100}'), ('cqcq3', 'cqcq3', 'full', '{}') returning id`,
  )
  const text = await readFile(join(migrationsFolder, '0081-cities-of-chongqing.sql'), 'utf8')
  const ids = rows.map(({ id }) => id)
  const client = await app.pool.connect()
  try {
    // The other tests need the organization of that group.
    await client.query('begin')
    await client.query(text)
    const after = await client.query('select city_codes from org where id = any($1) order by id', [ids])
    expect(after.rows.map((row) => row.city_codes)).toEqual([['440300', '500100'], ['500100'], []])
  } finally {
    await client.query('rollback')
    client.release()
  }
  await app.pool.query('delete from org where id = any($1)', [ids])
})

test('a region finds the lists with its city, or with a city in it', async () => {
  for (const region of regions) {
    const { rows } = await sql<{ name: string }>`
      select t.name from org t where ${hasCityOf(sql`t.city_codes`, region)}`.execute(app.db)
    const found = new Set(rows.map(({ name }) => name))
    for (const city of cities)
      expect(found.has(city), `${city} for ${region}`).toBe(
        wholeCity(city) !== null && (isWithin(city, region) || isWithin(region, city)),
      )
  }
})

test.each([
  ['500100', ['500235', '500000', '500101'], ['510104', '999999']],
  ['500000', ['500235', '500000', '500101'], ['510104', '999999']],
  ['420000', ['429004', '420000'], ['410000']],
  ['650000', ['659001', '650102'], ['540102']],
  ['810000', ['810000', '810101'], ['820102']],
])('the list of users and the audience of a push plan by %s', async (cityCode, has, hasNot) => {
  const request = await app.as('user:page', 'pushPlan:page')
  const { rows } = await app.pool.query(
    `insert into plan (org_id, name, flow, price_fen, starts_on)
     select id, $1, 'full', 100, '2026-01-01' from org limit 1 returning id`,
    [cityCode],
  )
  const { total } = (await request('POST', '/user/page', { cityCode })).body.data
  const planId = rows[0].id
  const audience = (await request('POST', '/plan/push/audience', { planId, cityCode })).body.data
  const of = (code: string) => isWithin(code, cityCode)
  expect([...has.map(of), ...hasNot.map(of)]).toEqual([...has.map(() => true), ...hasNot.map(() => false)])
  expect([total, audience.count]).toEqual(Array(2).fill(everyCode.filter(of).length))
})
