import { beforeAll, expect, test } from 'vitest'
import { secret, startApp } from '#test/harness'
import { idNumberPurpose } from '../../user-filter.ts'

const app = startApp()
const idNumber = secret('440305199003070014')
secret('13812345678')

beforeAll(async () => {
  await app.pool.query(
    `insert into channel (code, name, flow) values ('abcd', '抖音信息流', 'full'), ('efgh', '百度搜索', 'half')`,
  )
  await app.pool.query(
    `insert into org (code, name, flow) select 'org' || n, '机构' || n, 'full' from generate_series(1, 4) n`,
  )
  await app.pool.query(
    `insert into plan (org_id, name, flow, price_fen, starts_on) select id, '计划', 'full', 4500, '2026-01-01' from org`,
  )
  // Sixty users with few fields, a minute apart, and one user with every field.
  await app.pool.query(`
    insert into "user" (phone, name, city_code, channel_id, flow, status, created_at, last_active_at)
    select '1370000' || lpad(n::text, 4, '0'), case n % 2 when 0 then '王小明' else '李雷' end, '330106', 2, 'half', 'registered',
      '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute', '2026-03-01T00:00:00Z'::timestamptz - n * interval '1 minute'
    from generate_series(1, 60) n`)
  await app.pool.query(
    `insert into "user" (phone, name, id_number_sealed, id_number_hash, gender, birthday, city_code, channel_id, flow, ip, device,
       status, risk_level, created_at)
     values ('13812345678', '张三丰', $1, $2, 'male', '1990-03-07', '440305', 1, 'full', '10.0.0.1', 'device-1', 'accepted', 'low',
       '2026-02-01T10:00:00Z')`,
    [app.vault.seal(idNumber, idNumberPurpose), app.vault.fingerprint(idNumber, idNumberPurpose)],
  )
})

const page = async (filter: object) => (await (await app.as('user:page'))('POST', '/user/page', filter)).body
const zhang = async () => (await page({ phone: '13812345678' })).data.records[0]

test('a list shows phone and name masked, and not the id number', async () => {
  const row = await zhang()
  expect(row).toMatchObject({
    phone: '138****5678',
    name: '张**',
    age: expect.any(Number),
    cityName: '广东省 深圳市 南山区',
    channelName: '抖音信息流',
  })
  expect(JSON.stringify(row)).not.toMatch(/12345678|三丰|idNumber/)
})

test.each([
  [{ phone: '138****5678' }, 1],
  [{ phone: '5678' }, 1],
  [{ phone: '137' }, 60],
  [{ name: '王' }, 30],
  [{ name: '李雷' }, 30],
  [{ name: '李雷雷' }, 0],
  [{ idNumber: '440305199003070014' }, 1],
  [{ cityCode: '440000' }, 1],
  [{ cityCode: '330100' }, 60],
  [{ cityCode: '330105' }, 0],
  [{ channelId: '1' }, 1],
  [{ flow: 'half', status: 'registered' }, 60],
  [{ riskLevel: 'low' }, 1],
  [{ createdFrom: '2026-01-01T00:10:00.000Z', createdTo: '2026-01-01T00:20:00.000Z' }, 10],
])('the filter %j finds %i', async (filter, total) => {
  const { code, data } = await page(filter)
  expect([code, data.total]).toEqual(['0000', total])
})

test.each([
  [{ phone: '13812' }, 'phone'],
  [{ idNumber: '440305199003070015' }, 'idNumber'],
  [{ cityCode: 'x' }, 'cityCode'],
  [{ status: 'gone' }, 'status'],
  [{ createdFrom: 'yesterday' }, 'createdFrom'],
  [{ size: 201 }, 'size'],
  [{ sort: 'phone' }, 'sort'],
  [{ nonsense: 1 }, 'nonsense'],
])('the filter %j is refused at its field', async (filter, field) => {
  const { code, data } = await page(filter)
  expect(code).toBe('4000')
  expect(Object.keys(data.fields)).toEqual([field])
})

test('pages follow each other without a gap or a repeat, in both directions', async () => {
  for (const sort of ['createdAt', '-createdAt', 'lastActiveAt', '-lastActiveAt']) {
    const ids: string[] = []
    for (let current = 1; current <= 5; current++) {
      ids.push(...(await page({ sort, current, size: 15 })).data.records.map((row: { id: string }) => row.id))
    }
    const ordered = await app.pool.query(
      `select id from "user" order by ${sort.includes('created') ? 'created_at' : 'last_active_at'} ${sort.startsWith('-') ? 'desc' : 'asc'}, id ${sort.startsWith('-') ? 'desc' : 'asc'}`,
    )
    expect(ids).toEqual(ordered.rows.map((row) => row.id))
  }
})

test('a reveal shows one person whole, needs its own permission point, and is logged', async () => {
  const { id } = await zhang()
  const reader = await app.as('user:page')
  expect((await reader('POST', `/user/${id}/reveal`)).body.code).toBe('4030')
  const revealer = await app.as('user:reveal')
  expect((await revealer('POST', `/user/${id}/reveal`)).body.data).toEqual({
    phone: '13812345678',
    name: '张三丰',
    idNumber,
    birthday: '1990-03-07',
  })
  const { rows } = await app.pool.query(
    `select admin_id, target_id, before, after from audit_log where point = 'user:reveal' and result = 'done'`,
  )
  expect(rows).toEqual([{ admin_id: revealer.adminId, target_id: id, before: null, after: null }])
})

test('risk reports use the stored data of the person', async () => {
  const request = await app.as('user:risk')
  const { id } = await zhang()
  const rule = async (type: string, code: string) => {
    const { data } = (await request('GET', `/user/risk/${id}?type=${type}`)).body
    return { ...data, rule: data.rules.find((each: { code: string }) => each.code === code) }
  }
  expect(await rule('identity', 'birthdayDiffers')).toMatchObject({
    score: 0,
    level: 'low',
    rule: { hit: false },
  })

  await app.pool.query(`insert into blacklist (kind, value) values ('device', 'device-1')`)
  await app.pool.query(
    `insert into "user" (phone, flow, device, ip) select '1360000000' || n, 'full', 'device-1', '10.0.0.9' from generate_series(1, 3) n`,
  )
  expect(await rule('device', 'deviceBlacklisted')).toMatchObject({ level: 'high', rule: { hit: true } })
  expect(await rule('device', 'deviceShared')).toMatchObject({
    rule: { hit: true, detail: '另有 3 位用户使用同一设备' },
  })

  await app.pool.query(
    `insert into push_record (id, user_id, plan_id, org_id, flow)
     select time_id(now() - interval '1 hour'), $1, p.id, p.org_id, 'full' from plan p`,
    [id],
  )
  expect(await rule('history', 'manyPushes7')).toMatchObject({
    score: 300,
    level: 'medium',
    rule: { hit: true },
  })

  const simple = (await request('GET', `/user/riskSimple/${id}`)).body.data
  expect(simple).toMatchObject({
    level: 'high',
    rules: expect.arrayContaining(['设备命中黑名单', '同设备多号码']),
  })
  expect((await request('GET', `/user/risk/${id}?type=gossip`)).body).toMatchObject({
    code: '4000',
    data: { fields: { type: '请从选项中选择' } },
  })
  expect((await request('GET', '/user/risk/999999?type=device')).body.code).toBe('4040')
})

test('the list, the filter and the details use the level of the last whole report; the details show its time', async () => {
  const { rows } = await app.pool.query(
    `insert into "user" (phone, flow, device, risk_level) values ('13900008888', 'full', 'device-risky', 'low') returning id`,
  )
  const [{ id }] = rows
  await app.pool.query(`insert into blacklist (kind, value) values ('device', 'device-risky')`)
  const request = await app.as('user:page', 'user:risk')
  const details = async () => (await request('GET', `/user/${id}`)).body.data
  const listed = async () => (await page({ phone: '13900008888' })).data.records[0].riskLevel
  // A report of one type does not change the level.
  await request('GET', `/user/risk/${id}?type=device`)
  expect(await details()).toMatchObject({ riskLevel: 'low', riskCheckedAt: null })
  const { level, checkedAt } = (await request('GET', `/user/riskSimple/${id}`)).body.data
  expect(level).toBe('high')
  expect(await details()).toMatchObject({ riskLevel: 'high', riskCheckedAt: checkedAt })
  expect(await listed()).toBe('high')

  await app.pool.query(`delete from blacklist where value = 'device-risky'`)
  await request('GET', `/user/riskSimple/${id}`)
  expect(await listed()).toBe('low')
})

test('deleting removes the personal data for good, keeps the row and its pushes, and is logged', async () => {
  const { rows } = await app.pool.query(
    `insert into "user" (phone, name, birthday, ip, device, flow, push_count, remark) values
     ('13511112222', '赵六', '1980-01-01', '10.9.9.9', 'zhao', 'full', 2, 'calls himself 赵六') returning id`,
  )
  const id = rows[0].id
  await app.pool.query(
    `with push as (
       insert into push_record (user_id, plan_id, org_id, flow, reason)
       select $1, id, org_id, 'full', '赵*' from plan limit 1 returning id)
     insert into push_attempt (push_id, number, stage, request, reply)
     select id, 1, 'submit', '{"name": "赵*"}', '{"code": "0"}' from push`,
    [id],
  )
  await app.pool.query(
    `insert into feedback (user_id, kind, content, contact) values ($1, 'other', '我是赵六', '13511112222')`,
    [id],
  )
  const request = await app.as('user:delete', 'user:page')
  expect((await request('DELETE', `/user/${id}`)).body.code).toBe('0000')
  expect((await request('DELETE', `/user/${id}`)).body.code).toBe('4040')

  const after = await app.pool.query('select * from "user" where id = $1', [id])
  expect(after.rows[0]).toMatchObject({ status: 'deleted', phone: null, push_count: 2 })
  expect(JSON.stringify(after.rows[0])).not.toMatch(/赵六|13511112222|1980|10\.9\.9\.9|zhao/)
  const pushes = await app.pool.query(
    'select r.reason, a.request, a.reply from push_record r join push_attempt a on a.push_id = r.id where r.user_id = $1',
    [id],
  )
  expect(pushes.rows).toEqual([{ reason: null, request: null, reply: null }])
  const told = await app.pool.query('select content, contact from feedback where user_id = $1', [id])
  expect(told.rows).toEqual([{ content: '', contact: null }])
  expect((await request('GET', `/user/${id}`)).body.data).toMatchObject({
    status: 'deleted',
    phone: null,
    idNumber: null,
  })
  const audit = await app.pool.query(
    `select before, after from audit_log where point = 'user:delete' and target_id = $1 and result = 'done'`,
    [id],
  )
  expect(audit.rows).toEqual([{ before: { status: 'registered' }, after: { status: 'deleted' } }])
})

test('a user is deleted once, also by concurrent requests', async () => {
  const { rows } = await app.pool.query(
    `insert into "user" (phone, flow) select '1340000' || lpad(n::text, 4, '0'), 'full' from generate_series(1, 30) n returning id`,
  )
  const ids = rows.map((row) => row.id)
  const request = await app.as('user:delete')
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => request('POST', '/user/batch/delete', { ids })),
  )
  expect(answers.reduce((sum, answer) => sum + answer.body.data.removed, 0)).toBe(30)
})

test('channels for the filter are found by name, by code and by id', async () => {
  const request = await app.as('user:page')
  const names = async (query: string) =>
    (await request('GET', `/choice/user/channels${query}`)).body.data.map(
      (each: { name: string }) => each.name,
    )
  expect(await names('?keyword=%E6%8A%96%E9%9F%B3')).toEqual(['抖音信息流'])
  expect(await names('?keyword=efg')).toEqual(['百度搜索'])
  expect(await names('?ids=2')).toEqual(['百度搜索'])
  expect(await names('?keyword=%25')).toEqual([])
})
