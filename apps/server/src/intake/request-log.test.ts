import { beforeAll, expect, test } from 'vitest'
import { findPageOfRequests } from '#partners/partner-requests'
import { packBodies, unpackBodies } from '#partners/request-bodies'
import { canonicalText } from '#partners/signature/canonical'
import { dropExpired } from '#platform/partitions/keep'
import { startApp } from '#test/harness'
import { newChannel, newOrg, newPhone, send, type TestPartner } from '#test/open-caller'
import { plansOf } from '#test/plans'
import { maskedBody } from './mask-call.ts'
import { intakeRetention } from './retention.ts'

const app = startApp()
let channel: TestPartner
let request: Awaited<ReturnType<typeof app.as>>
beforeAll(async () => {
  channel = await newChannel(app)
  request = await app.as('channel:requests', 'channel:page', 'org:requests')
})

const logOf = async (of: TestPartner, filter: object = {}, area = 'channel') => {
  await app.app.open.requestLog.flush()
  return (await request('POST', `/row/${area}/${of.id}/requests/page`, filter)).body
}

test('a request is kept masked, with its answer', async () => {
  const phone = newPhone()
  const person = {
    name: '张三丰',
    idNumber: '11010119900307002X',
    birthday: '1990-03-07',
    occupation: '护士',
  }
  const { body } = await channel.call('POST', '/user', {
    phone,
    cityCode: '440305',
    ip: '203.0.113.7',
    device: 'device-1',
    house: true,
    ...person,
  })
  const { data } = await logOf(channel)
  expect(data).toMatchObject({
    total: 1,
    records: [
      {
        call: 'open.user',
        path: '/open/user',
        code: '0000',
        fault: null,
        isSandbox: false,
        isRepeat: false,
        ip: '127.0.0.1',
      },
    ],
  })
  const [row] = data.records
  expect(Math.abs(Date.parse(row.at) - Date.now())).toBeLessThan(60_000)
  expect(JSON.parse(row.request)).toEqual({
    phone: `139****${phone.slice(-4)}`,
    cityCode: '440305',
    ip: '203.0.*.*',
    device: '[text]',
    house: true,
    name: '张**',
    idNumber: '110***********002X',
    birthday: '1990-**-**',
    occupation: '[text]',
  })
  expect(JSON.parse(row.answer)).toEqual(body)
  const { rows } = await app.pool.query('select row_to_json(t)::text as text, bodies from open_request t')
  expect(unpackBodies(rows[0].bodies)).toEqual({ request: row.request, answer: row.answer })
  for (const value of [phone, ...Object.values(person), channel.secret, 'device-1'])
    expect(`${rows[0].text} ${row.request} ${row.answer}`).not.toContain(value)
  // The names of fields and what every answer has take no room.
  expect(rows[0].bodies.length).toBeLessThan((row.request.length + row.answer.length) / 3)
})

test('bodies come out of their column as they went in', () => {
  const bodies = [
    { request: null, answer: '{"code":"0000","desc":"请求成功","data":null}' },
    { request: '[70000 bytes]', answer: null },
    { request: JSON.stringify({ name: '𠮷*\n"', nothing: '' }), answer: `${'x'.repeat(2_000)}…` },
  ]
  for (const each of bodies) expect(unpackBodies(packBodies(each) as Buffer)).toEqual(each)
  expect(packBodies({ request: null, answer: null })).toBeNull()
})

test('the bodies of a row that older code wrote are shown', async () => {
  const partner = await newChannel(app)
  await app.pool.query(
    `insert into open_request (channel_id, api_key_id, call, path, code, is_sandbox, ms, ip, request, answer)
     select $1, id, 'open.visit', '/open/visit', '0000', false, 1, '203.0.113.7', '{"visits":[]}', '{"code":"0000"}' from api_key where key = $2`,
    [partner.id, partner.key],
  )
  const { data } = await logOf(partner)
  expect(data.records).toMatchObject([{ request: '{"visits":[]}', answer: '{"code":"0000"}' }])
  expect(data.records[0]).not.toHaveProperty('bodies')
})

test('what an unverified sender wrote is not kept, only what was wrong', async () => {
  const partner = await newChannel(app)
  await partner.call('POST', '/user', { phone: newPhone() }, { secrets: ['whsec_other'] })
  await partner.call('POST', '/user', { phone: newPhone() }, { now: 0 })
  const sent = partner.sign('POST', '/user', { phone: newPhone() })
  await send(app.app, sent)
  await send(app.app, sent)
  const { data } = await logOf(partner, { sort: 'at' })
  expect(
    data.records.map(({ code, fault, request }: { code: string; fault: string; request: string | null }) => [
      code,
      fault,
      request !== null,
    ]),
  ).toEqual([
    ['2000', 'signature', false],
    ['2000', 'clock', false],
    ['0000', null, true],
    ['2000', 'nonce', true],
  ])
  expect((await logOf(partner, { result: 'answered' })).data.total).toBe(1)
  expect((await logOf(partner, { result: 'refused' })).data.total).toBe(3)
  expect((await logOf(partner, { call: 'open.visit' })).data.total).toBe(0)
  expect((await logOf(partner, { from: new Date(Date.now() - 60_000).toISOString() })).data.total).toBe(4)
  expect((await logOf(partner, { to: new Date(Date.now() - 60_000).toISOString() })).data.total).toBe(0)
})

test('requests are found by key and by code, and one is read by itself', async () => {
  const partner = await newChannel(app)
  await partner.call('POST', '/user', { phone: newPhone() })
  await partner.call('POST', '/user', { phone: 'none' })
  const found = async (filter: object) =>
    (await logOf(partner, filter)).data.records.map(({ code }: { code: string }) => code)
  expect(await found({ key: partner.key })).toEqual(['4000', '0000'])
  expect(await found({ key: channel.key })).toEqual([])
  expect(await found({ code: '4000' })).toEqual(['4000'])
  expect((await logOf(partner, { code: 'x' })).data.fields).toHaveProperty('code')
  const [row] = (await logOf(partner)).data.records
  expect(row.key).toBe(partner.key)
  const one = async (id: string) => (await request('GET', `/row/channel/${id}/requests/${row.id}`)).body
  expect((await one(partner.id)).data).toEqual(row)
  expect((await one(channel.id)).code).toBe('4040')
})

test('a repeated answer and a sandbox key are marked', async () => {
  const partner = await newChannel(app, { isSandbox: true })
  const body = { phone: newPhone() }
  await partner.call('POST', '/user', body, { idempotencyKey: 'one' })
  await partner.call('POST', '/user', body, { idempotencyKey: 'one' })
  const { data } = await logOf(partner, { sort: 'at' })
  expect(data.records).toMatchObject([
    { isSandbox: true, isRepeat: false },
    { isSandbox: true, isRepeat: true },
  ])
})

test('a log shows the requests of one partner, to those who may see the partner', async () => {
  const org = await newOrg(app)
  await org.call('POST', '/ticket', { ticket: `tk_${'x'.repeat(24)}` })
  const { data } = await logOf(org, {}, 'org')
  expect(data).toMatchObject({ total: 1, records: [{ call: 'open.ticket', code: '4040' }] })
  expect(data.records[0].request).toBe('{"ticket":"[text]"}')
  // The channel with the same number has none of them.
  expect((await logOf({ ...channel, id: '999999' })).code).toBe('4040')
  const other = await app.as('channel:page')
  expect((await other('POST', `/row/channel/${channel.id}/requests/page`, {})).body.code).toBe('4030')
})

test('refused and rare calls are found by their own index, others by the partner', async () => {
  const [partner, other] = [await newChannel(app), await newChannel(app)]
  await app.pool.query(
    `insert into open_request (channel_id, api_key_id, call, path, code, is_sandbox, ms, ip)
     select case when n % 40 = 0 then $1::bigint else $2 end, k.id, case when n % 2000 = 0 then 'open.cost' else 'open.visit' end, '/open',
       case when n % 1000 = 40 then '4000' else '0000' end, false, 1, '203.0.113.7'
     from generate_series(1, 40000) n join api_key k on k.key = case when n % 40 = 0 then $3 else $4 end`,
    [partner.id, other.id, partner.key, other.key],
  )
  await app.pool.query('vacuum analyze open_request')
  // The rows of a page are then read by their ids.
  const plansFor = async (filter: object) => {
    const plans = await plansOf(app.pool, (db) =>
      findPageOfRequests(
        db,
        app.storage,
        { kind: 'channel', id: partner.id },
        { current: 1, size: 10, sort: '-at', ...filter },
      ),
    )
    // Nor is what says which days are in files, or which key has a name.
    return plans.filter((plan) => !plan.includes('id = ANY') && plan.includes(' on open_request_'))
  }
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '_')
  for (const filter of [{ result: 'refused' }, { code: '4000' }, { call: 'open.cost' }])
    for (const plan of await plansFor(filter))
      expect(plan).toContain(`${today}_channel_id_id_call_code_api_key_id_idx`)
  for (const filter of [{}, { key: partner.key }, { call: 'open.visit' }])
    for (const plan of await plansFor(filter)) {
      expect(plan).toContain(`${today}_channel_id_id_api_key_id_idx`)
      expect(plan).not.toContain(`Seq Scan on open_request_${today}`)
    }
})

test('a filter by time reads only the partitions of its days', async () => {
  const from = new Date(Date.now() - 3_600_000).toISOString()
  const { rows } = await app.pool.query(
    `explain select * from open_request t where t.channel_id = ${channel.id} and t.id >= time_id_at('${from}'::timestamptz)
       and t.id < time_id_at('${new Date().toISOString()}'::timestamptz) order by t.id desc limit 20`,
  )
  const parts = new Set(JSON.stringify(rows).match(/open_request_\d{4}_\d\d_\d\d/g))
  expect(parts.size).toBeGreaterThanOrEqual(1)
  expect(parts.size).toBeLessThanOrEqual(2)
})

test('partitions that are older than the setting says are dropped, younger ones stay', async () => {
  await app.pool.query(
    `select make_partitions('open_request', now() - interval '40 days'), make_partitions('open_nonce', now() - interval '3 hours')`,
  )
  const parts = async (table: string) =>
    (
      await app.pool.query('select count(*)::int as count from pg_inherits where inhparent = $1::regclass', [
        table,
      ])
    ).rows[0].count
  const before = { requests: await parts('open_request'), nonces: await parts('open_nonce') }
  const { settings } = app.app.services
  await dropExpired(app.db, settings)
  const run = {
    db: app.db,
    pool: app.pool,
    settings,
    storage: app.storage,
    vault: app.vault,
    providerOf: app.app.services.providerOf,
    faults: app.app.services.faults,
    publicUrl: app.app.services.publicUrl,
    data: {},
    attempt: 1,
  }
  await intakeRetention.run({ ...run, signal: new AbortController().signal, progress: () => undefined })
  expect(before.requests - (await parts('open_request'))).toBe(10)
  expect(before.nonces - (await parts('open_nonce'))).toBeGreaterThanOrEqual(2)
  expect((await channel.call('POST', '/user', { phone: newPhone() })).code).toBe('0000')
})

test.each([
  ['{"phone":"13800001234"}', '{"phone":"138****1234"}'],
  ['{"phone":"x13800001234"}', '{"phone":"***"}'],
  ['{"note":"13800001234 张三"}', '{"note":"[text]"}'],
  ['{"13800001234":1}', '{"[field]":"[text]"}'],
  ['{"visitorId":"13800001234"}', '{"visitorId":"[phone]"}'],
  ['{"page":"/card?phone=13800001234"}', '{"page":"/card?phone=[phone]"}'],
  ['{"id":13800001234}', '{"id":13800001234}'],
  ['{"other":13800001234}', '{"other":"***"}'],
  [
    '{"visits":[{"page":"a"},{"page":"b"},{"page":"c"},{"page":"d"}]}',
    '{"visits":[{"page":"a"},{"page":"b"},{"page":"c"},"[1 more]"]}',
  ],
  [
    '{"phoneHash":"9f2c4b7d8e1a60533c7f9d0b2e4a6c8d1f3b5a7098e6c4d2b0a1928374655647"}',
    '{"phoneHash":"9f2c4b…"}',
  ],
  ['{"a":', '[not JSON, 5 bytes]'],
  ['', null],
])('%s is kept as %s', (text, kept) => {
  expect(maskedBody(text)).toBe(kept)
})

test('a pasted request is compared with the text that we would have signed', async () => {
  const body = '{"phone":"13800001234"}'
  const sent = channel.sign('POST', '/user?b=2&a=1', body)
  const pasted = {
    key: channel.key,
    method: 'POST',
    target: sent.url,
    body,
    timestamp: sent.headers['x-timestamp'],
    nonce: sent.headers['x-nonce'],
    signature: sent.headers['x-signature'],
  }
  const compare = async (change: object) =>
    (await request('POST', `/row/channel/${channel.id}/requests/signature`, { ...pasted, ...change })).body
  const text = canonicalText({
    ...(pasted as { method: string; target: string; timestamp: string; nonce: string }),
    body: Buffer.from(body),
  })
  expect((await compare({ theirs: text })).data).toEqual({
    text,
    difference: null,
    fault: null,
    secondsOff: expect.any(Number),
    isSigned: true,
  })
  expect((await compare({ theirs: text.replace('a=1&b=2', 'b=2&a=1') })).data.difference).toEqual({
    line: 'query',
    lineNumber: 3,
    column: 1,
    ours: 'a=1&b=2',
    theirs: 'b=2&a=1',
  })
  expect((await compare({ body: `${body}\n` })).data).toMatchObject({
    fault: 'signature',
    isSigned: false,
    difference: null,
  })
  // Old, and rightly signed.
  const old = channel.sign('POST', '/user', body, { now: Date.now() - 3_600_000 })
  const stale = {
    target: old.url,
    timestamp: old.headers['x-timestamp'],
    nonce: old.headers['x-nonce'],
    signature: old.headers['x-signature'],
  }
  expect((await compare(stale)).data).toMatchObject({
    fault: 'clock',
    isSigned: true,
    secondsOff: expect.any(Number),
  })
  // The key of another partner.
  expect((await compare({ key: (await newChannel(app)).key })).data).toMatchObject({
    fault: 'key',
    isSigned: false,
  })
  const answer = await compare({ theirs: text })
  expect(JSON.stringify(answer)).not.toContain(channel.secret)
})
