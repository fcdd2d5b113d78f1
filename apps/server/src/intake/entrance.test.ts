import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { intakeEndpoints } from '@kabao/contract/intake/calls'
import { signatureVectors, vectorSecret, vectorTimestamp } from '@kabao/contract/partners/signature'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { revokeKey } from '#partners/api-keys/keys'
import { rotateSecret } from '#partners/api-keys/rotate'
import { sealSecret } from '#partners/api-keys/sealed'
import { logFolder, startApp } from '#test/harness'
import { newChannel, newOrg, newPhone, send, type TestPartner } from '#test/open-caller'

const app = startApp()
let channel: TestPartner
let org: TestPartner
let second: FastifyInstance
beforeAll(async () => {
  channel = await newChannel(app)
  org = await newOrg(app)
  second = await app.another()
  await app.set('open.callsPerSecond', 10_000)
})

/** The id of the hour of the vectors, computed as `time_id_at` does. */
const hourOfVectors =
  (BigInt(Math.floor(Number(vectorTimestamp) / 3_600) * 3_600_000) - 1_577_836_800_000n) << 22n

const newUser = () => ({ phone: newPhone() })
const countUsers = async () =>
  (await app.pool.query('select count(*)::int as count from "user"')).rows[0].count
const codesOf = (answers: { code: string }[]) => {
  const counts: Record<string, number> = {}
  for (const { code } of answers) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

describe('the signature', () => {
  afterEach(() => void vi.useRealTimers())

  test.each(signatureVectors)(
    'a request like the vector “$words.1” is let in',
    async ({ method, target, nonce, body, signature }) => {
      vi.useFakeTimers({ now: Number(vectorTimestamp) * 1_000, toFake: ['Date'] })
      const partner = await newChannel(app)
      await app.pool.query('delete from api_secret where api_key_id = $1', [partner.keyId])
      const { valueSealed, place } = sealSecret(app.vault, partner.keyId, vectorSecret)
      await app.pool.query(
        `insert into api_secret (api_key_id, slot, value_sealed, place) values ($1, 'current', $2, $3)`,
        [partner.keyId, valueSealed, place],
      )
      const sent = {
        method: method as 'GET',
        url: target,
        headers: {
          'x-channel': partner.key,
          'x-timestamp': vectorTimestamp,
          'x-nonce': nonce,
          'x-signature': signature,
          ...(body !== '' && { 'content-type': 'application/json' }),
        },
        payload: body,
      }
      await app.pool.query(
        `create table if not exists part.open_nonce_of_vectors partition of open_nonce for values from (${hourOfVectors}) to (${hourOfVectors + 1n})`,
      )
      const { code } = await send(app.app, sent)
      expect(code).not.toBe('2000')
      const wrong = signature.endsWith('0') ? `${signature.slice(0, -1)}1` : `${signature.slice(0, -1)}0`
      expect(
        (await send(app.app, { ...sent, headers: { ...sent.headers, 'x-signature': wrong } })).code,
      ).toBe('2000')
    },
  )

  test.each([
    ['no key', { 'x-channel': '' }, 'The API key does not exist or was revoked'],
    ['an unknown key', { 'x-channel': 'ck_0123456789' }, 'The API key does not exist or was revoked'],
    [
      'a key that is no key',
      { 'x-channel': `ck_${'x'.repeat(5_000)}` },
      'The API key does not exist or was revoked',
    ],
    ['two keys', { 'x-org': 'ck_0123456789' }, 'The API key does not exist or was revoked'],
    ['no timestamp', { 'x-timestamp': '' }, 'The timestamp is not in seconds'],
    ['milliseconds', { 'x-timestamp': String(Date.now()) }, 'The timestamp is not in seconds'],
    ['a short nonce', { 'x-nonce': 'short' }, 'The nonce is not 16–64'],
    ['no signature', { 'x-signature': '' }, 'The signature is wrong'],
    ['another signature', { 'x-signature': `v1=${'0'.repeat(64)}` }, 'The signature is wrong'],
    ['another nonce than it signed', { 'x-nonce': 'n-0000000000000001' }, 'The signature is wrong'],
  ])('with %s, a request is refused, and the refusal says no more', async (_what, headers, desc) => {
    const before = await countUsers()
    const { body } = await channel.call('POST', '/user', newUser(), { headers })
    expect(body).toEqual({ code: '2000', status: 'fail', desc: body.msg, msg: body.msg, data: null })
    expect(body.desc.startsWith(desc)).toBe(true)
    expect(await countUsers()).toBe(before)
  })

  test('of a request, every part is signed', async () => {
    const sent = channel.sign('POST', '/user', newUser())
    const changes = [
      { url: '/open/user?a=1' },
      { payload: `${sent.payload} ` },
      { payload: String(sent.payload).replace('139', '138') },
      { headers: { ...sent.headers, 'x-timestamp': String(Number(sent.headers['x-timestamp']) + 1) } },
    ]
    for (const change of changes) expect((await send(app.app, { ...sent, ...change })).code).toBe('2000')
    expect((await send(app.app, sent)).code).toBe('0000')
  })

  test.each([
    [-301, '2000'],
    [-300, '0000'],
    [300, '0000'],
    [301, '2000'],
  ])('a clock that is %d seconds off is answered with %s', async (seconds, code) => {
    const now = Math.floor(Date.now() / 1_000) * 1_000 + 500
    vi.useFakeTimers({ now, toFake: ['Date'] })
    const answer = await channel.call('POST', '/user', newUser(), { now: now + seconds * 1_000 })
    expect(answer.code).toBe(code)
  })

  test('while a secret is changed, both sign; the old one ends at its time, and a revoked key at once', async () => {
    const partner = await newChannel(app)
    const change = {
      keyId: partner.keyId,
      seenSecretId: partner.secretId,
      overlapDays: 1,
      by: await anAdmin(),
    }
    const { secret } = await app.db.transaction().execute((write) => rotateSecret(write, app.vault, change))
    const callWith = async (...secrets: string[]) =>
      (await partner.call('POST', '/user', newUser(), { secrets })).code
    await vi.waitFor(async () => expect(await callWith(secret)).toBe('0000'))
    expect(await callWith(partner.secret)).toBe('0000')
    expect(await callWith(partner.secret, secret)).toBe('0000')
    expect(await callWith('whsec_other', secret)).toBe('0000')
    expect(await callWith('whsec_other')).toBe('2000')

    // Read before it ends, and refused by the clock afterwards.
    await app.pool.query(`update api_secret set expires_at = now() + interval '1.5 seconds' where id = $1`, [
      partner.secretId,
    ])
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await callWith(partner.secret)).toBe('0000')
    await new Promise((resolve) => setTimeout(resolve, 1_300))
    expect(await callWith(partner.secret)).toBe('2000')
    expect(await callWith(secret)).toBe('0000')

    await app.db.transaction().execute((write) => revokeKey(write, partner.keyId, change.by))
    await vi.waitFor(async () => expect(await callWith(secret)).toBe('2000'))
  })

  test('the last use of each secret is noted', async () => {
    const partner = await newChannel(app)
    const use = async () =>
      (await app.pool.query('select last_used_at from api_secret where id = $1', [partner.secretId])).rows[0]
        .last_used_at
    await partner.call('POST', '/user', newUser(), { secrets: ['whsec_other'] })
    expect(await use()).toBeNull()
    await partner.call('POST', '/user', newUser())
    await vi.waitFor(async () => expect(await use()).not.toBeNull())
    const first = await use()
    await partner.call('POST', '/user', newUser())
    expect(await use()).toBe(first)
  })
})

async function anAdmin(): Promise<string> {
  return (await app.as('*')).adminId
}

describe('a nonce', () => {
  test('of 100 replays at once on two instances, one is let in', async () => {
    const sent = channel.sign('POST', '/user', newUser())
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, nth) => send(nth % 2 === 0 ? app.app : second, sent)),
    )
    expect(codesOf(answers)).toEqual({ '0000': 1, '2000': 99 })
    const refused = answers.find(({ code }) => code === '2000')
    expect(refused?.body.desc).toContain('was used within the last 600 seconds')
  })

  test('of 100 replays of a call that is not gathered, one is let in', async () => {
    const { id } = (await channel.call('POST', '/user', newUser())).body.data
    const sent = channel.sign('PUT', `/user/${id}/profile`, { house: true })
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, nth) => send(nth % 2 === 0 ? app.app : second, sent)),
    )
    expect(codesOf(answers)).toEqual({ '0000': 1, '2000': 99 })
  })

  test('is free for another key, and for the same key after ten minutes', async () => {
    const headers = { 'x-nonce': 'n-of-several-requests' }
    const callAt = async (partner: TestPartner, at: number) => {
      const { signatureOf } = await import('#partners/signature/sign')
      const sent = partner.sign('POST', '/user', newUser(), { headers })
      const timestamp = String(Math.floor(at / 1_000))
      const request = {
        method: 'POST',
        target: sent.url,
        timestamp,
        nonce: headers['x-nonce'],
        body: Buffer.from(sent.payload),
      }
      return (
        await send(app.app, {
          ...sent,
          headers: {
            ...sent.headers,
            'x-timestamp': timestamp,
            'x-signature': signatureOf(partner.secret, request),
          },
        })
      ).code
    }
    const now = Date.now()
    // Not quite as old as it may be, because the call takes a moment.
    expect(await callAt(channel, now - 280_000)).toBe('0000')
    expect(await callAt(await newChannel(app), now)).toBe('0000')
    expect(await callAt(channel, now)).toBe('2000')
    // Across the hour: the nonce is in the partition before.
    const hour = Math.ceil(now / 3_600_000) * 3_600_000
    vi.useFakeTimers({ now: hour - 60_000, toFake: ['Date'] })
    const third = await newChannel(app)
    expect(await callAt(third, hour - 60_000)).toBe('0000')
    expect(await callAt(third, hour + 60_000)).toBe('2000')
    vi.setSystemTime(hour + 541_000)
    expect(await callAt(third, hour + 541_000)).toBe('0000')
    vi.useRealTimers()
  })

  test('of an unverified request is not used up', async () => {
    const sent = channel.sign('POST', '/user', newUser())
    expect((await send(app.app, { ...sent, payload: '{}' })).code).toBe('2000')
    expect((await send(app.app, sent)).code).toBe('0000')
  })

  test('is kept where partitions were not made ahead', async () => {
    await app.pool.query('select drop_open_nonces()')
    const { rows } = await app.pool.query(
      `select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'open_nonce'::regclass`,
    )
    for (const { relname } of rows) await app.pool.query(`drop table part.${relname}`)
    const sent = channel.sign('POST', '/user', newUser())
    expect((await send(app.app, sent)).code).toBe('0000')
    expect((await send(app.app, sent)).code).toBe('2000')
    const { id } = (await channel.call('POST', '/user', newUser())).body.data
    expect((await channel.call('PUT', `/user/${id}/profile`, {})).code).toBe('0000')
  })
})

describe('an Idempotency-Key', () => {
  test('gets the stored answer byte for byte, on every instance', async () => {
    const body = newUser()
    const first = await channel.call('POST', '/user', body, { idempotencyKey: 'order-1' })
    expect(first.body.data.isNew).toBe(true)
    const again = await channel.call('POST', '/user', body, { idempotencyKey: 'order-1', on: second })
    expect(again.text).toBe(first.text)
    // In another language too.
    const chinese = await channel.call('POST', '/user', body, {
      idempotencyKey: 'order-1',
      headers: { 'accept-language': 'zh-CN' },
    })
    expect(chinese.text).toBe(first.text)
    const { rows } = await app.pool.query(`select answer_sealed from open_answer where key = 'order-1'`)
    expect(rows[0].answer_sealed.toString('latin1')).not.toContain('isNew')
  })

  test('with another body or path is refused', async () => {
    await channel.call('POST', '/user', newUser(), { idempotencyKey: 'order-2' })
    expect(
      (await channel.call('POST', '/user', newUser(), { idempotencyKey: 'order-2' })).body,
    ).toMatchObject({
      code: '4000',
      desc: 'This idempotency key was used with another request. Use a new one.',
    })
    expect(
      (await org.call('POST', '/ticket', { ticket: `tk_${'x'.repeat(24)}` }, { idempotencyKey: 'order-2' }))
        .code,
    ).toBe('4040')
  })

  test.each([
    ['/user', () => newUser()],
    [
      '/feedback',
      async () => ({
        userId: (await channel.call('POST', '/user', newUser())).body.data.id,
        kind: 'fault',
        content: '没有优惠券',
      }),
    ],
  ])('sent 40 times at once on two instances, %s is done once', async (path, bodyOf) => {
    const body = await bodyOf()
    const idempotencyKey = `race-${path}`
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, nth) =>
        channel.call('POST', path, body, { idempotencyKey, on: nth % 2 === 0 ? app.app : second }),
      ),
    )
    const counts = codesOf(answers)
    expect(Object.keys(counts).filter((code) => code !== '0000' && code !== '4090')).toEqual([])
    const texts = new Set(answers.filter(({ code }) => code === '0000').map(({ text }) => text))
    expect(texts.size).toBe(1)
    // Once it is done, it has the answer of the first.
    expect([(await channel.call('POST', path, body, { idempotencyKey })).text]).toEqual([...texts])
    expect(
      (await app.pool.query('select count(*)::int as count from feedback')).rows[0].count,
    ).toBeLessThanOrEqual(1)
  })

  test('of a request under way is refused, and taken over once its time is up', async () => {
    const body = newUser()
    const { createHash } = await import('node:crypto')
    const hash = createHash('sha256').update('POST /open/user\n').update(JSON.stringify(body)).digest()
    await app.pool.query(
      `insert into open_answer (id, api_key_id, key, request_hash, claim, claimed_until)
       values (time_id_at(date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'), $1, 'slow', $2, gen_random_uuid(), now() + interval '1 minute')`,
      [channel.keyId, hash],
    )
    expect((await channel.call('POST', '/user', body, { idempotencyKey: 'slow' })).body).toMatchObject({
      code: '4090',
      desc: expect.stringContaining('still under way'),
    })
    await app.pool.query(`update open_answer set claimed_until = now() where key = 'slow'`)
    expect((await channel.call('POST', '/user', body, { idempotencyKey: 'slow' })).code).toBe('0000')
  })

  test('of a refused request may be sent again', async () => {
    const phone = newPhone()
    await app.pool.query(`insert into blacklist (kind, value) values ('phone', $1)`, [phone])
    expect((await channel.call('POST', '/user', { phone }, { idempotencyKey: 'refused' })).code).toBe('4030')
    await app.pool.query('delete from blacklist where value = $1', [phone])
    expect((await channel.call('POST', '/user', { phone }, { idempotencyKey: 'refused' })).code).toBe('0000')
    const { id } = (await channel.call('POST', '/user', newUser())).body.data
    const complaint = { userId: '999999999', kind: 'fault', content: 'x' }
    expect((await channel.call('POST', '/feedback', complaint, { idempotencyKey: 'refused-2' })).code).toBe(
      '4040',
    )
    expect(
      (await channel.call('POST', '/feedback', { ...complaint, userId: id }, { idempotencyKey: 'refused-2' }))
        .code,
    ).toBe('0000')
  })

  test('is stored for a day, over midnight too', async () => {
    const body = newUser()
    const first = await channel.call('POST', '/user', body, { idempotencyKey: 'yesterday' })
    await app.pool.query(`select make_partitions('open_answer', now() - interval '2 days')`)
    const move = (hours: number) =>
      app.pool.query(
        `update open_answer set id = time_id_at(date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '1 day'),
           created_at = now() - make_interval(hours => $1) where key = 'yesterday'`,
        [hours],
      )
    await move(23)
    expect((await channel.call('POST', '/user', body, { idempotencyKey: 'yesterday' })).text).toBe(first.text)
    await move(24)
    expect((await channel.call('POST', '/user', body, { idempotencyKey: 'yesterday' })).body.data.isNew).toBe(
      false,
    )
  })

  test.each(['', 'a b', 'x'.repeat(129), 'ä'])('“%s” is no key', async (idempotencyKey) => {
    expect((await channel.call('POST', '/user', newUser(), { idempotencyKey })).code).toBe('4000')
  })
})

describe('who may call', () => {
  test('a channel calls no endpoint of an organization, and the other way round', async () => {
    expect((await org.call('POST', '/user', newUser())).body).toMatchObject({
      code: '4030',
      desc: 'This call is for other callers',
    })
    expect((await channel.call('POST', '/ticket', { ticket: `tk_${'x'.repeat(24)}` })).code).toBe('4030')
    const asChannel = channel.sign('POST', '/user', newUser())
    const { 'x-channel': key, ...headers } = asChannel.headers
    expect(
      (await send(app.app, { ...asChannel, headers: { ...headers, 'x-org': key as string } })).code,
    ).toBe('2000')
  })

  test('a disabled channel is refused at once on every instance, and an enabled one let in', async () => {
    const partner = await newChannel(app)
    expect((await partner.call('POST', '/user', newUser(), { on: second })).code).toBe('0000')
    await app.pool.query(`update channel set status = 'disabled' where id = $1`, [partner.id])
    await vi.waitFor(async () =>
      expect((await partner.call('POST', '/user', newUser(), { on: second })).body).toMatchObject({
        code: '4030',
        desc: 'This caller is disabled. Contact us.',
      }),
    )
    // Only a verified caller learns it.
    expect((await partner.call('POST', '/user', newUser(), { secrets: ['whsec_other'] })).code).toBe('2000')
    await app.pool.query(`update channel set status = 'enabled' where id = $1`, [partner.id])
    await vi.waitFor(async () =>
      expect((await partner.call('POST', '/user', newUser(), { on: second })).code).toBe('0000'),
    )
  })

  test('a list of addresses lets in only these', async () => {
    const partner = await newChannel(app, { allowedIps: ['203.0.113.7', '10.0.0.0/8', '2001:db8::/32'] })
    const from = async (ip: string) => (await partner.call('POST', '/user', newUser(), { ip })).code
    for (const ip of ['203.0.113.7', '10.200.3.4', '2001:db8::1', '::ffff:10.1.1.1'])
      expect([ip, await from(ip)]).toEqual([ip, '0000'])
    for (const ip of ['203.0.113.8', '11.0.0.1', '2001:db9::1', '127.0.0.1'])
      expect([ip, await from(ip)]).toEqual([ip, '4030'])
  })

  test('a token of an administrator opens nothing', async () => {
    const { token } = await app.as('*')
    const response = await app.app.inject({
      method: 'POST',
      url: '/open/user',
      headers: { token },
      payload: newUser(),
    })
    expect(response.json().code).toBe('2000')
    const atOther = await send(app.app, {
      ...channel.sign('POST', '/user', newUser()),
      url: '/api/user/page',
    })
    expect(atOther.code).toBe('2000')
  })

  test('a key calls so often in a second, on all instances together', async () => {
    const partner = await newChannel(app, { callsPerSecond: 20 })
    await Promise.all([app.app, second].map((each) => each.open.instances.refresh()))
    // Instances of other tests of this file run too, so each has less than half.
    const instances = app.app.open.instances.count()
    expect(instances).toBeGreaterThanOrEqual(2)
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, nth) =>
        partner.call('POST', '/user', newUser(), { on: nth % 2 === 0 ? app.app : second }),
      ),
    )
    const counts = codesOf(answers)
    expect(counts['4290']).toBeGreaterThan(0)
    expect(counts['0000']).toBeGreaterThan(0)
    expect(answers.find(({ code }) => code === '4290')?.body.desc).toMatch(/Try again in 1 second/)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect((await partner.call('POST', '/user', newUser())).code).toBe('0000')
  })
})

test('an address that invents keys is slowed down, and others are not', async () => {
  const ip = '198.51.100.77'
  const tryKey = (nth: number) =>
    channel.call('POST', '/user', {}, { ip, headers: { 'x-channel': `ck_invented${nth}` } })
  const answers: Awaited<ReturnType<typeof tryKey>>[] = []
  // In turns: each key is looked for in the database, and all at once would wait too long for a connection.
  while (answers.length < 1_250)
    answers.push(...(await Promise.all(Array.from({ length: 50 }, (_, nth) => tryKey(answers.length + nth)))))
  expect(codesOf(answers)).toEqual({ '2000': 1_200, '4290': 50 })
  expect((await channel.call('POST', '/user', newUser())).code).toBe('0000')
  // Whoever signs is not counted.
  expect((await channel.call('POST', '/user', newUser(), { ip })).code).toBe('0000')
})

test('a sandbox key is checked like another, answered with the example, and stores nothing', async () => {
  const partner = await newChannel(app, { isSandbox: true })
  const before = await countUsers()
  const sent = partner.sign('POST', '/user', newUser(), { idempotencyKey: 'try' })
  expect((await send(app.app, sent)).body).toMatchObject({ code: '0000', data: { id: '42', isNew: true } })
  expect((await send(app.app, sent)).code).toBe('2000')
  expect((await partner.call('POST', '/user', { phone: '1' })).code).toBe('4000')
  expect(await countUsers()).toBe(before)
})

test('a call for another flow than that of the user is refused', async () => {
  const user = (await channel.call('POST', '/user', newUser())).body.data.id
  const consent = { planId: '1', agreements: [{ name: 'a', version: '1' }], at: new Date().toISOString() }
  const ip = '203.0.113.7'
  const answers = await Promise.all([
    channel.call('GET', `/user/${user}/offers`),
    channel.call('POST', `/user/${user}/consent`, { ...consent, ip }),
    channel.call('POST', '/joint-login', { userId: user, visitorId: 'v-0001', ip }),
  ])
  expect(answers.map(({ body }) => [body.code, body.desc])).toEqual([
    ['4090', 'This call is for the half flow only'],
    ['4090', 'This call is for the half flow only'],
    ['4090', 'This call is for joint logins only'],
  ])
})

describe('hostile bodies', () => {
  test.each([
    ['no JSON', '{"phone":'],
    ['a number', '7'],
    ['null', 'null'],
    ['an array', '[]'],
    ['a prototype', '{"__proto__":{"isNew":true},"phone":"13900000000"}'],
    ['a deep nest', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['a NUL', '{"phone":"139\\u0000","name":"\\u0000"}'],
    ['a lone surrogate', '{"phone":"13900000000","name":"\\ud800"}'],
    ['a long text', JSON.stringify({ phone: '13900000000', name: 'x'.repeat(200_000) })],
    [
      'many fields',
      JSON.stringify(Object.fromEntries(Array.from({ length: 9_000 }, (_, nth) => [`field${nth}`, nth]))),
    ],
    ['nothing', ''],
  ])('%s is refused without a crash', async (_what, payload) => {
    const { status, code } = await channel.call('POST', '/user', payload)
    expect([status < 500, code]).toEqual([true, '4000'])
  })

  test('bytes that are not UTF-8 are refused by a sentence that says so, and nobody is stored', async () => {
    const phone = newPhone()
    const inGbk = Buffer.concat([
      Buffer.from(`{"phone":"${phone}","name":"`),
      // 李四
      Buffer.from('c0eecbc4', 'hex'),
      Buffer.from('"}'),
    ])
    const body = await channel.call('POST', '/user', inGbk)
    expect([body.status, body.body]).toMatchObject([
      400,
      { code: '4000', desc: expect.stringContaining('not valid UTF-8'), data: null },
    ])
    for (const charset of ['gbk', 'GB18030', '"iso-8859-1"', 'utf-16']) {
      const headers = { 'content-type': `application/json; charset=${charset}` }
      const other = await channel.call('POST', '/user', { phone, name: '李四' }, { headers })
      expect([charset, other.status, other.body]).toMatchObject([
        ...[charset, 415],
        { code: '4000', desc: expect.stringContaining('must be UTF-8') },
      ])
    }
    // The signature is verified first, so that only a partner learns more.
    const unsigned = await channel.call('POST', '/user', inGbk, { secrets: ['whsec_other'] })
    expect(unsigned.code).toBe('2000')
    const { rows } = await app.pool.query('select from "user" where phone = $1', [phone])
    expect(rows).toEqual([])
    for (const path of ['/order/%c0%ee%cb%c4', '/order/C-1?a=%c0%ee'])
      expect((await channel.call('GET', path)).body).toMatchObject({
        code: '4000',
        desc: expect.stringContaining('not valid UTF-8'),
      })
    const headers = { 'content-type': 'application/json;charset="UTF8"' }
    expect((await channel.call('POST', '/user', { phone, name: '李四' }, { headers })).code).toBe('0000')
  })

  test('a body over 256 KiB is not read', async () => {
    const { status } = await channel.call('POST', '/user', { phone: 'x'.repeat(256 * 1024) })
    expect(status).toBe(413)
  })

  test('a form is not accepted', async () => {
    const sent = channel.sign('POST', '/user', 'phone=13900000000', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect((await send(app.app, sent)).status).toBe(415)
  })

  test('one hostile call does not fail the calls beside it', async () => {
    const answers = await Promise.all([
      channel.call('POST', '/user', newUser()),
      channel.call('POST', '/user', { phone: '1' }),
      channel.call('POST', '/user', newUser(), { secrets: ['whsec_other'] }),
      channel.call('POST', '/user', newUser()),
    ])
    expect(answers.map(({ code }) => code)).toEqual(['0000', '4000', '2000', '0000'])
  })
})

test('the document lists the calls of this entrance only', async () => {
  const document = (await app.app.inject('/open/docs/openapi.json')).json()
  const paths = new Set(intakeEndpoints.map(({ path }) => `/open${path}`))
  expect(new Set(Object.keys(document.paths))).toEqual(paths)
  expect(document.paths['/open/ticket'].post.security).toEqual([
    { org: [], timestamp: [], nonce: [], signature: [] },
  ])
  expect((await app.app.inject('/open/docs')).body).toContain('卡包服务开放接口')
})

test('no secret is in the log of the service', async () => {
  const files = await import('node:fs/promises').then(({ readdir }) => readdir(logFolder))
  const texts = await Promise.all(files.map((file) => readFile(join(logFolder, file), 'utf8')))
  expect(texts.join('')).toContain('/open/user')
  for (const { secret } of [channel, org]) expect(texts.some((text) => text.includes(secret))).toBe(false)
})
