import { type PushPage, push } from '@kabao/contract/push'
import type { Pool } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { secret, startApp } from '../../../test/harness.ts'
import { plansOf } from '../../../test/plans.ts'
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
  // Thirty users, each pushed to every organisation of their flow, one minute apart.
  await app.pool.query(`
    insert into "user" (phone, name, flow, channel_id, city_code)
    select '138' || lpad((12340000 + n)::text, 8, '0'), '王小明', case n % 2 when 1 then 'full' else 'half' end, 2 - n % 2,
      case n % 3 when 0 then '330106' else '440305' end
    from generate_series(1, 30) n`)
  await app.pool.query(`
    insert into push_record (user_id, channel_id, org_id, plan_id, flow, city_code, stage, status, price_fen, request_at,
      responded_at, reason, external_id, request, answer)
    select u.id, u.channel_id, p.org_id, p.id, u.flow, u.city_code, case u.flow when 'half' then 'check' else 'submit' end,
      case p.org_id % 4 when 1 then 'accepted' when 2 then 'rejected' else 'pending' end, p.price_fen,
      '2026-03-01T00:00:00Z'::timestamptz + u.id * interval '1 minute' + p.id * interval '1 second', null, '评分不足', 'P' || u.id,
      jsonb_build_object('phone', u.phone, 'realName', u.name, 'nested', jsonb_build_object('note', '电话 ' || u.phone)),
      '{"code": "0", "token": "abc"}'
    from "user" u join plan p on p.flow = u.flow and p.dedupe_days = 30`)
})

const page = async (filter: object) =>
  (await (await app.as('push:page'))('POST', '/user/push/page', filter)).body

test('the list shows the user, organisation, progress and result of each push; personal data is masked', async () => {
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
    request: { phone: '138****0001', realName: '王**', nested: { note: '电话 138****0001' } },
    answer: { code: '0', token: '***' },
  })
  expect((await (await app.as('push:page'))('GET', '/user/push/999999')).body.code).toBe('4040')
})

test('an administrator with the data scope `own` sees only the pushes of their channels', async () => {
  const ask = await app.as('push:page')
  await app.pool.query(
    `update role set data_scope = 'own' where id = (select role_id from admin_role where admin_id = $1)`,
    [ask.adminId],
  )
  expect((await ask('POST', '/user/push/page', {})).body.data.total).toBe(0)
  await app.pool.query('update channel set owner_id = $1 where id = 1', [ask.adminId])
  const { data } = (await ask('POST', '/user/push/page', {})).body
  expect(data.total).toBe(30)
  expect((await ask('GET', `/user/push/${data.records[0].id}`)).body.code).toBe('0000')
  const other = (await page({ channelId: '2' })).data.records[0]
  expect((await ask('GET', `/user/push/${other.id}`)).body.code).toBe('4040')
  expect((await ask('GET', '/user/push/channels')).body.data).toHaveLength(1)
})

test('the organisations, plans and channels of the filters are found by a part of the name and by id', async () => {
  const ask = await app.as('push:page')
  const found = async (path: string) =>
    (await ask('GET', `/user/push/${path}`)).body.data.map((each: { name: string }) => each.name)
  const word = encodeURIComponent
  expect(await found(`orgs?keyword=${word('构3')}`)).toEqual(['机构3'])
  expect(await found('orgs?keyword=org2')).toEqual(['机构2'])
  expect(await found(`plans?keyword=${word('机构4')}`)).toEqual(['计划1', '计划2'])
  expect(await found('plans?ids=1')).toEqual(['计划1'])
  expect(await found(`channels?keyword=${word('百度')}`)).toEqual(['百度搜索'])
  expect(await found('orgs?keyword=%25')).toEqual([])
})

describe('a user is not pushed to an organisation twice within the days of the plan', () => {
  /** @param plan plan 1 requires 30 days, plan 2 of the same organisation 7 days */
  const insert = (userId: string, plan: 1 | 2, at: string, over: Pick<Pool, 'query'> = app.pool) =>
    over.query(
      `insert into push_record (user_id, org_id, plan_id, flow, request_at, dedupe_days)
       select $1, p.org_id, p.id, p.flow, $3, p.dedupe_days from plan p
       where p.org_id = 1 and p.name = '计划' || $2::int`,
      [userId, plan, at],
    )
  const newUser = async () =>
    (await app.pool.query(`insert into "user" (flow) values ('full') returning id`)).rows[0].id
  const refused = { constraint: 'push_record_dedupe_key' }

  test('with any of its plans; the plan of the later push determines the period', async () => {
    const user = await newUser()
    await insert(user, 1, '2026-05-01T00:00:00Z')
    await expect(insert(user, 1, '2026-05-30T00:00:00Z')).rejects.toMatchObject(refused)
    await expect(insert(user, 2, '2026-05-07T00:00:00Z')).rejects.toMatchObject(refused)
    await insert(user, 2, '2026-05-08T00:00:00Z')
    await expect(insert(user, 1, '2026-06-06T00:00:00Z')).rejects.toMatchObject(refused)
    await insert(user, 1, '2026-06-07T00:00:00Z')
  })

  test('of twenty concurrent pushes, one succeeds', async () => {
    const user = await newUser()
    const tryOnce = async () => {
      const client = await app.pool.connect()
      try {
        await client.query('begin')
        // PostgreSQL checks for deadlocks after this time; with the default of 1 s, twenty inserts take too long.
        await client.query(`set local deadlock_timeout = '20ms'`)
        await insert(user, 1, '2026-05-01T00:00:00Z', client)
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    }
    const tries = await Promise.allSettled(Array.from({ length: 20 }, tryOnce))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a push without a plan, or with the plan of another organisation, is refused', async () => {
    const user = await newUser()
    const row = (org: string | null, plan: string | null) =>
      app.pool.query(`insert into push_record (user_id, org_id, plan_id, flow) values ($1, $2, $3, 'full')`, [
        user,
        org,
        plan,
      ])
    await expect(row(null, null)).rejects.toMatchObject({ code: '23502', column: 'plan_id' })
    await expect(row('2', '1')).rejects.toMatchObject({ constraint: 'push_record_plan_id_fkey' })
  })
})

describe('a page is found over an index', () => {
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
    await many.pool.query(`
      insert into push_record (user_id, channel_id, org_id, plan_id, flow, city_code, status, request_at)
      select n, 1 + n % 40, 1 + n % 40, 1 + n % 40, 'full', (110000 + n % 600 * 100 + 5)::text,
        case when n % 50 = 0 then 'failed' else 'accepted' end, '2026-01-01'::timestamptz + n * interval '1 minute'
      from generate_series(1, 20000) n`)
    await many.pool.query('vacuum analyze push_record')
    await many.pool.query('vacuum analyze "user"')
  }, 60_000)

  test.each<[Partial<PushPage>, RegExp]>([
    [{}, /push_record_request_at_idx/],
    [{ userId: '7' }, /push_record_user_id_idx/],
    [{ phone: '13000009973' }, /user_phone_key[\s\S]+push_record_user_id_idx/],
    [{ phone: '9973' }, /user_phone_tail_idx/],
    [{ orgId: '7' }, /push_record_org_id_idx/],
    [{ planId: '7' }, /push_record_plan_id_idx/],
    [{ channelId: '7' }, /push_record_channel_id_idx/],
    [{ status: 'failed' }, /push_record_status_idx/],
    [{ cityCode: '110300' }, /push_record_city_idx/],
    [{ orgId: '7', status: 'accepted', cityCode: '110000' }, /push_record_org_id_idx/],
    [
      { requestFrom: '2026-01-05T00:00:00.000Z', requestTo: '2026-01-05T01:00:00.000Z' },
      /push_record_request_at_idx/,
    ],
  ])('with the filter %j', async (filter, index) => {
    const asked = push.page.body.parse(filter)
    const plans = await plansOf(many.pool, (db) => findPageOfPushes(db, asked, null))
    expect(plans).toHaveLength(2)
    // The count of the whole list reads the first 10,000 rows in any order.
    for (const plan of plans.filter(
      (each) => Object.keys(filter).length > 0 || !each.startsWith('Aggregate'),
    )) {
      expect(plan).not.toMatch(/Seq Scan on (push_record|"user")/)
      expect(plan).toMatch(index)
    }
  })
})
