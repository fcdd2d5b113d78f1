import { expect, test } from 'vitest'
import { createDb } from '#platform/db/client'
import { startApp } from '#test/harness'
import { addVisits, createVisitTexts, type NewVisit } from './visits.ts'

const app = startApp()
const visit = (over: Partial<NewVisit> = {}): NewVisit => ({
  channelId: '3',
  visitorId: 'v-7f3a9c21',
  page: '/card/gold',
  productId: null,
  at: new Date().toISOString(),
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
  cityCode: '440305',
  ...over,
})

test('visits are stored whole in the partitions of their days, as the service', async () => {
  const db = createDb(app.servicePool)
  const texts = createVisitTexts(db)
  const at = new Date(Date.now() - 5 * 86_400_000).toISOString()
  const second = { productId: '1001', at, ip: '2001:db8::1', cityCode: null, userAgent: '', visitorId: 'v-2' }
  await db.transaction().execute((write) => addVisits(write, texts, [visit(), visit(second)]))
  const { rows } = await app.pool.query(`
    select v.channel_id, v.visitor_id, v.product_id, v.city_code, host(v.ip) as ip, p.value as page, a.value as agent,
      time_of_id(v.id) as at, v.tableoid::regclass::text like '%' || to_char(time_of_id(v.id) at time zone 'UTC', 'YYYY_MM_DD') as is_in_place
    from visit v join visit_text p on p.id = v.page_id join visit_text a on a.id = v.user_agent_id order by v.id`)
  const page = '/card/gold'
  expect(rows).toMatchObject([
    { visitor_id: 'v-2', product_id: '1001', city_code: null, ip: '2001:db8::1', page, agent: '', at },
    {
      channel_id: '3',
      product_id: null,
      city_code: 440305,
      ip: '203.0.113.7',
      page,
      agent: visit().userAgent,
    },
  ])
  expect(rows.map(({ is_in_place }) => is_in_place)).toEqual([true, true])
})

test('a text that many callers report at once for the first time gets one number', async () => {
  const values = Array.from({ length: 40 }, (_, n) => `/page/${n}`)
  const found = await Promise.all(
    Array.from({ length: 8 }, (_, n) => createVisitTexts(app.db).idsOf(n % 2 ? values : values.toReversed())),
  )
  for (const ids of found) for (const value of values) expect(ids.get(value)).toBe(found[0]?.get(value))
  const { rows } = await app.pool.query(
    `select count(*)::int as n from visit_text where value like '/page/%'`,
  )
  expect(rows[0].n).toBe(40)
})

test('a visit takes at most 80 bytes, its index included', async () => {
  const texts = createVisitTexts(app.db)
  const many = Array.from({ length: 500 }, (_, n) =>
    visit({ visitorId: `v-${(n * 7919).toString(16).padStart(8, '0')}`, page: `/card/${n % 9}` }),
  )
  await app.pool.query('truncate visit')
  for (let call = 0; call < 40; call++) await addVisits(app.db, texts, many)
  const { rows } = await app.pool.query(`
    select sum(pg_relation_size(relid) + pg_indexes_size(relid)) / (select count(*) from visit) as bytes
    from pg_partition_tree('visit') where isleaf and pg_relation_size(relid) > 0`)
  expect(Number(rows[0].bytes)).toBeGreaterThan(60)
  expect(Number(rows[0].bytes)).toBeLessThan(80)
})
