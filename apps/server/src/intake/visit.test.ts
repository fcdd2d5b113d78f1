import { beforeAll, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { newChannel, type TestPartner } from '#test/open-caller'

const app = startApp()
let channel: TestPartner
beforeAll(async () => {
  channel = await newChannel(app)
})

const visit = (over: object = {}) => ({
  visitorId: 'v-7f3a9c21',
  page: '/card/gold',
  at: new Date().toISOString(),
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (iPhone)',
  ...over,
})
const visitsOf = async (of: TestPartner) =>
  (
    await app.pool.query(
      `select v.visitor_id, v.product_id, v.city_code, host(v.ip) as ip, p.value as page, time_of_id(v.id) as at
       from visit v join visit_text p on p.id = v.page_id where v.channel_id = $1 order by v.id`,
      [of.id],
    )
  ).rows

test('visits are counted with the time that the channel gives', async () => {
  const { rows } = await app.pool.query(
    `insert into product (name, kind, flow, face_fen, price_fen, valid_days) values ('金卡', 'card', 'full', 1, 1, 30) returning id`,
  )
  const at = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const visits = [
    visit({ ip: '::ffff:203.0.113.7' }),
    visit({ at, productId: rows[0].id, cityCode: '440305', ip: '2001:db8::1' }),
  ]
  expect((await channel.call('POST', '/visit', { visits })).body.data).toEqual({ counted: 2 })
  expect(await visitsOf(channel)).toMatchObject([
    {
      visitor_id: 'v-7f3a9c21',
      product_id: rows[0].id,
      city_code: 440305,
      ip: '2001:db8::1',
      page: '/card/gold',
      at,
    },
    { product_id: null, city_code: null, ip: '203.0.113.7' },
  ])
})

test('500 visits are one call, 501 are refused', async () => {
  const partner = await newChannel(app)
  const many = Array.from({ length: 500 }, (_, nth) => visit({ visitorId: `v-${nth + 1_000}` }))
  expect((await partner.call('POST', '/visit', { visits: many })).body.data).toEqual({ counted: 500 })
  expect((await partner.call('POST', '/visit', { visits: [...many, visit()] })).code).toBe('4000')
  expect((await partner.call('POST', '/visit', { visits: [] })).code).toBe('4000')
  expect(await visitsOf(partner)).toHaveLength(500)
})

test.each([
  ['a region that never was', { cityCode: '999999' }, 'visits.1.cityCode'],
  ['a product that does not exist', { productId: '999999999' }, 'visits.1.productId'],
  ['a time in the future', { at: new Date(Date.now() + 3_600_000).toISOString() }, 'visits.1.at'],
  ['a time too long ago', { at: new Date(Date.now() - 8 * 86_400_000).toISOString() }, 'visits.1.at'],
])(
  'with %s, none of the visits of a call is counted, and those of other calls are',
  async (_what, over, field) => {
    const partner = await newChannel(app)
    const [refused, counted] = await Promise.all([
      partner.call('POST', '/visit', { visits: [visit(), visit(over)] }),
      partner.call('POST', '/visit', { visits: [visit()] }),
    ])
    expect(refused.body).toMatchObject({ code: '4000', data: { fields: { [field]: expect.any(String) } } })
    expect(counted.code).toBe('0000')
    expect(await visitsOf(partner)).toHaveLength(1)
  },
)

test('a call that is repeated with its key counts once', async () => {
  const partner = await newChannel(app)
  const body = { visits: [visit(), visit()] }
  const answers = []
  for (let nth = 0; nth < 3; nth++)
    answers.push(await partner.call('POST', '/visit', body, { idempotencyKey: 'v' }))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await visitsOf(partner)).toHaveLength(2)
})
