import { type PushPage, push } from '@kabao/contract/engine/push'
import { beforeAll, describe, expect, test } from 'vitest'
import { secret, startApp } from '#test/harness'
import { isDivided } from '#test/is-divided'
import { plansOf, vacuum } from '#test/plans'
import { findPageOfPushes } from './queries.ts'

const app = startApp()
const phone = secret('13812340001')

beforeAll(async () => {
  await app.pool.query(
    `insert into channel (code, name, flow) values ('chan', '抖音信息流', 'full'), ('other', '百度搜索', 'half')`,
  )
  await app.pool.query(
    `insert into org (code, name, flow) select 'org' || n, '机构' || n, case n % 2 when 1 then 'full' else 'half' end from generate_series(1, 4) n`,
  )
  await app.pool.query(
    `insert into plan (org_id, name, flow, price_fen, starts_on, dedupe_days)
     select o.id, '计划' || n, o.flow, 4500, '2026-01-01', case n when 1 then 30 else 7 end from org o, generate_series(1, 2) n`,
  )
  await app.pool.query(`select make_partitions('push_record', '2026-03-01')`)
  await app.pool.query(`select make_partitions('push_attempt', '2026-03-01')`)
  // Thirty users, each pushed to every organization of their flow, one minute apart.
  await app.pool.query(`
    insert into "user" (id, phone, name, flow, channel_id, city_code) overriding system value
    select n, '138' || lpad((12340000 + n)::text, 8, '0'), '王小明', case n % 2 when 1 then 'full' else 'half' end, 2 - n % 2,
      case n % 3 when 0 then '330106' else '440305' end
    from generate_series(1, 30) n`)
  await app.pool.query(`select setval(pg_get_serial_sequence('"user"', 'id'), 30)`)
  await app.pool.query(`
    insert into push_record (id, user_id, channel_id, org_id, plan_id, flow, city_code, stage, status, price_fen,
      responded_at, reason, external_id)
    select time_id('2026-03-01T00:00:00Z'::timestamptz + u.id * interval '1 minute' + p.id * interval '1 second'), u.id, u.channel_id, p.org_id, p.id, u.flow, u.city_code, case u.flow when 'half' then 'check' else 'submit' end,
      case p.org_id % 4 when 1 then 'accepted' when 2 then 'rejected' else 'pending' end, p.price_fen,
      null, '评分不足', 'P' || u.id
    from "user" u join plan p on p.flow = u.flow and p.dedupe_days = 30`)
  await app.pool.query(`
    insert into push_attempt (id, user_id, push_id, number, stage, outcome, http_status, took_ms, request, reply)
    select time_id(r.request_at), u.id, r.id, 1, 'submit', 'accepted', 200, 120,
      jsonb_build_object('phone', u.phone, 'realName', u.name, 'nested', jsonb_build_object('note', '电话 ' || u.phone)),
      '{"code": "0", "token": "abc"}'
    from push_record r join "user" u on u.id = r.user_id`)
})

const page = async (filter: object) =>
  (await (await app.as('push:page'))('POST', '/user/push/page', filter)).body

test('the list shows the user, organization, progress and result of each push; personal data is masked', async () => {
  const { data } = await page({ phone, sort: 'requestAt' })
  expect(data.total).toBe(2)
  expect(data.records[0]).toMatchObject({
    userId: '1',
    phone: '138****0001',
    name: '王**',
    orgName: '机构1',
    planName: '计划1',
    channelName: '抖音信息流',
    cityName: '广东省 深圳市 南山区',
    stage: 'submit',
    status: 'accepted',
    priceFen: 4500,
  })
  expect(JSON.stringify(data)).not.toMatch(/小明|12340001/)
})

test.each([
  [{ userId: '1' }, 2],
  [{ phone: '0001' }, 2],
  [{ phone: '138' }, 60],
  [{ phone: '138****0001' }, 2],
  [{ phone: '13912340001' }, 0],
  [{ orgId: '1' }, 15],
  [{ planId: '2' }, 15],
  [{ planId: '2', orgId: '1' }, 0],
  [{ channelId: '1' }, 30],
  [{ flow: 'half' }, 30],
  [{ cityCode: '440000' }, 40],
  [{ cityCode: '330100' }, 20],
  [{ cityCode: '330105' }, 0],
  [{ status: 'accepted' }, 15],
  [{ stage: 'check', status: 'rejected' }, 15],
  [{ requestFrom: '2026-03-01T00:10:00.000Z', requestTo: '2026-03-01T00:20:00.000Z' }, 20],
])('the filter %j finds %i', async (filter, total) => {
  const { code, data } = await page(filter)
  expect([code, data.total]).toEqual(['0000', total])
})

test.each([
  [{ phone: '13812' }, 'phone'],
  [{ status: 'gone' }, 'status'],
  [{ stage: 'x' }, 'stage'],
  [{ cityCode: 'x' }, 'cityCode'],
  [{ orgId: '1 or 1=1' }, 'orgId'],
  [{ sort: 'phone' }, 'sort'],
])('the filter %j is refused at its field', async (filter, field) => {
  const { code, data } = await page(filter)
  expect([code, Object.keys(data.fields)]).toEqual(['4000', [field]])
})

test('a record shows the request and the response, masked even if stored unmasked', async () => {
  const { id } = (await page({ userId: '1', orgId: '1' })).data.records[0]
  const { data } = (await (await app.as('push:page'))('GET', `/user/push/${id}`)).body
  expect(data).toMatchObject({
    externalId: 'P1',
    latestAttempts: [
      {
        number: 1,
        at: data.requestAt,
        stage: 'submit',
        outcome: 'accepted',
        httpStatus: 200,
        tookMs: 120,
        error: null,
        request: { phone: '138****0001', realName: '王**', nested: { note: '电话 138****0001' } },
        reply: { code: '0', token: '***' },
      },
    ],
  })
  await app.pool.query(
    `insert into push_attempt (user_id, push_id, number, stage, error, reply)
     select user_id, id, 2, 'query', '拨打 13812340001 失败', '"<p>13812340001</p>"' from push_record where id = $1`,
    [id],
  )
  const again = (await (await app.as('push:page'))('GET', `/user/push/${id}`)).body.data
  expect(again.latestAttempts).toMatchObject([
    {
      number: 2,
      stage: 'query',
      outcome: null,
      httpStatus: null,
      tookMs: null,
      request: null,
      error: '拨打 138****0001 失败',
      reply: '<p>138****0001</p>',
    },
    { number: 1 },
  ])
  expect((await (await app.as('push:page'))('GET', '/user/push/999999')).body.code).toBe('4040')
})

test('an administrator with the data scope `own` sees only the pushes of their channels', async () => {
  const request = await app.as('push:page')
  await app.pool.query(
    `update role set data_scope = 'own' where id = (select role_id from admin_role where admin_id = $1)`,
    [request.adminId],
  )
  expect((await request('POST', '/user/push/page', {})).body.data.total).toBe(0)
  await app.pool.query('update channel set owner_id = $1 where id = 1', [request.adminId])
  const { data } = (await request('POST', '/user/push/page', {})).body
  expect(data.total).toBe(30)
  expect((await request('GET', `/user/push/${data.records[0].id}`)).body.code).toBe('0000')
  const other = (await page({ channelId: '2' })).data.records[0]
  expect((await request('GET', `/user/push/${other.id}`)).body.code).toBe('4040')
  expect((await request('GET', '/choice/push/channels')).body.data).toHaveLength(1)
})

test('the organizations, plans and channels of the filters are found by a part of the name and by id', async () => {
  const request = await app.as('push:page')
  const found = async (path: string) =>
    (await request('GET', `/choice/push/${path}`)).body.data.map((each: { name: string }) => each.name)
  const word = encodeURIComponent
  expect(await found(`orgs?keyword=${word('构3')}`)).toEqual(['机构3'])
  expect(await found('orgs?keyword=org2')).toEqual(['机构2'])
  expect(await found(`plans?keyword=${word('机构4')}`)).toEqual(['计划1', '计划2'])
  expect(await found('plans?ids=1')).toEqual(['计划1'])
  expect(await found(`channels?keyword=${word('百度')}`)).toEqual(['百度搜索'])
  expect(await found('orgs?keyword=%25')).toEqual([])
})

test('a push without a plan, or with the plan of another organization, is refused', async () => {
  const user = (await app.pool.query(`insert into "user" (flow) values ('full') returning id`)).rows[0].id
  const row = (org: string | null, plan: string | null) =>
    app.pool.query(`insert into push_record (user_id, org_id, plan_id, flow) values ($1, $2, $3, 'full')`, [
      user,
      org,
      plan,
    ])
  await expect(row(null, null)).rejects.toMatchObject({ code: '23502', column: 'plan_id' })
  await expect(row('2', '1')).rejects.toMatchObject({ constraint: 'push_record_plan_id_fkey' })
})

/** The plan of the statement that reads the rows of a page by their ids. */
const readsByIds = /\bid = ANY/

describe.skipIf(isDivided)('a page is found over an index', () => {
  const many = startApp()

  beforeAll(async () => {
    await many.pool.query(
      `insert into channel (code, name, flow) select 'chan' || n, n::text, 'full' from generate_series(1, 40) n`,
    )
    await many.pool.query(
      `insert into org (code, name, flow) select 'org' || n, n::text, 'full' from generate_series(1, 40) n`,
    )
    await many.pool.query(
      `insert into plan (org_id, name, flow, price_fen, starts_on) select id, 'p', 'full', 100, '2026-01-01' from org`,
    )
    await many.pool.query(
      `insert into "user" (phone, flow) select (13000000000 + n * 9973)::text, 'full' from generate_series(1, 20000) n`,
    )
    await many.pool.query(`select make_partitions('push_record', '2026-01-01')`)
    // About 22,000 a month from January to June, a tenth of them in one statement.
    for (let part = 0; part < 10; part++)
      await many.pool.query(
        `insert into push_record (id, user_id, channel_id, org_id, plan_id, flow, city_code, status)
         select time_id('2026-01-01'::timestamptz + n * interval '2 minutes'), 1 + n % 20000, 1 + n % 40, 1 + n % 40, 1 + n % 40,
           'full', (110000 + n % 600 * 100 + 5)::text, case when n % 50 = 0 then 'failed' else 'accepted' end
         from generate_series($1::int + 1, $1::int + 13000) n`,
        [part * 13_000],
      )
    await vacuum(many.pool, 'push_record', '"user"')
  }, 120_000)

  test.each<[Partial<PushPage>, RegExp]>([
    [{}, /push_record_2026_\d\d_pkey/],
    [{ userId: '7' }, /push_record_2026_\d\d_user_id/],
    [{ phone: '13000009973' }, /user_phone_key[\s\S]+push_record_2026_\d\d_user_id/],
    [{ phone: '9973' }, /user_phone_tail_idx/],
    [{ orgId: '7' }, /push_record_2026_\d\d_org_id/],
    [{ planId: '7' }, /push_record_2026_\d\d_plan_id/],
    [{ channelId: '7' }, /push_record_2026_\d\d_channel_id/],
    [{ status: 'failed' }, /push_record_2026_\d\d_status/],
    [{ cityCode: '130200' }, /push_record_2026_\d\d_left/],
    // Both find few rows; which one is cheaper depends on the rows that `analyze` happened to read.
    [{ orgId: '7', status: 'accepted', cityCode: '110000' }, /push_record_2026_\d\d_(org_id|left)/],
    [
      { requestFrom: '2026-01-05T00:00:00.000Z', requestTo: '2026-01-05T01:00:00.000Z' },
      /push_record_2026_01_pkey/,
    ],
  ])('with the filter %j', async (filter, index) => {
    const asked = push.page.body.parse(filter)
    const plans = (await plansOf(many.pool, (db) => findPageOfPushes(db, asked, null))).filter(
      (plan) => !readsByIds.test(plan),
    )
    expect(plans).toHaveLength(2)
    // The count of the whole list reads the first 10,000 rows in any order.
    for (const plan of plans.filter(
      (each) => Object.keys(filter).length > 0 || !each.startsWith('Aggregate'),
    )) {
      // A scan of a month without pushes reads nothing.
      expect(
        plan.replaceAll(/Seq Scan on push_record_(2026_(0[7-9]|1[0-2])|20(2[7-9]|[3-9]\d)_\d\d)/g, ''),
      ).not.toMatch(/Seq Scan on (push_record|"user")/)
      expect(plan).toMatch(index)
    }
  })

  test('the rows of a page are read from the months of their ids only', async () => {
    const asked = push.page.body.parse({ orgId: '7' })
    const plans = await plansOf(many.pool, (db) => findPageOfPushes(db, asked, null))
    const byIds = plans.filter((plan) => readsByIds.test(plan))
    expect(byIds).toHaveLength(1)
    expect(new Set(byIds[0]?.match(/push_record_\d{4}_\d\d/g))).toEqual(new Set(['push_record_2026_06']))
  })

  const january = { requestFrom: '2026-01-10T00:00:00.000Z', requestTo: '2026-01-20T00:00:00.000Z' }
  test.each<[string, Partial<PushPage>, RegExp]>([
    ['of days', january, /2026_01$/],
    ['of two months', { ...january, requestTo: '2026-02-02T00:00:00.000Z', status: 'failed' }, /2026_0[12]$/],
    ['until an instant', { requestTo: '2026-01-20T00:00:00.000Z', orgId: '7' }, /2026_01$/],
    [
      'from an instant of June on',
      { requestFrom: '2026-06-20T00:00:00.000Z' },
      /_(2026_(0[6-9]|1[0-2])|20(2[7-9]|[3-9]\d)_\d\d)$/,
    ],
    ['of a deep page', { ...january, current: 30, size: 100 }, /2026_01$/],
    ['in the other order', { ...january, sort: 'requestAt', planId: '7' }, /2026_01$/],
  ])('with a filter by time, only the partitions of that time are read: %s', async (_, filter, read) => {
    const asked = push.page.body.parse(filter)
    const plans = await plansOf(many.pool, (db) => findPageOfPushes(db, asked, null))
    expect(plans).toHaveLength(3)
    for (const plan of plans) {
      const months = plan.match(/push_record_\d{4}_\d\d/g) ?? []
      expect(months.length).toBeGreaterThan(0)
      expect(months.filter((name) => !read.test(name))).toEqual([])
    }
  })
})
