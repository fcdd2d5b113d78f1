import { lookUpWords } from '@kabao/contract/kernel/look-up.words'
import { beforeEach, expect, test } from 'vitest'
import { secret, startApp, type TestApp } from '#test/harness'
import { idNumberPurpose } from '#users/user-filter'
import { guesses } from '../callers/look-ups.ts'

const app = startApp()
const phone = secret('13812341234')
const idNumber = secret('11010519491231002X')
let person = ''

beforeEach(async () => {
  await app.pool.query(
    'truncate "user", blacklist, feedback, message, look_up, look_up_alarm restart identity cascade',
  )
  for (const key of ['masking.revealsPerHour', 'masking.missesPerHour'] as const) await app.set(key, null)
  const { rows } = await app.pool.query(
    `insert into "user" (phone, name, flow, id_number_sealed, id_number_hash) values ($1, '张三丰', 'full', $2, $3) returning id`,
    [phone, app.vault.seal(idNumber, idNumberPurpose), app.vault.fingerprint(idNumber, idNumberPurpose)],
  )
  person = rows[0].id
  await app.pool.query(
    `insert into feedback (user_id, kind, content) values ($1, 'fault', 'it does not work')`,
    [person],
  )
})

const linesOf = async ({ adminId }: { adminId: string }, point = '%:lookUp') =>
  (
    await app.pool.query(
      `select point, target_kind, target_id, after, result, code from audit_log
       where admin_id = $1 and point like $2 order by id`,
      [adminId, point],
    )
  ).rows
const found = { target_kind: 'user', result: 'done', code: '0000' }
const messagesTo = async ({ adminId }: { adminId: string }) =>
  (await app.pool.query('select title, content from message where admin_id = $1', [adminId])).rows
/** Numbers that nobody has, each with a different mask. */
const strange = (n: number) => `139${String(n).padStart(4, '0')}${String(5000 + n)}`
const codeOf = async (answer: ReturnType<Awaited<ReturnType<TestApp['as']>>>) => (await answer).body.code

test('a look-up by a whole number is in the audit log under the person it found, with the number masked', async () => {
  const request = await app.as('user:page')
  expect((await request('POST', '/user/page', { phone: '+86 138-1234-1234' })).body.data.total).toBe(1)
  await request('POST', '/user/page', { idNumber })
  await request('POST', '/user/page', { name: '张三丰' })
  await request('POST', '/user/page', { phone: strange(1) })
  const after = { endpoint: 'user.page', found: 1 }
  expect(await linesOf(request)).toEqual([
    {
      ...found,
      point: 'user:lookUp',
      target_id: person,
      after: { ...after, lookUp: 'phone', value: '138****1234' },
    },
    {
      ...found,
      point: 'user:lookUp',
      target_id: person,
      after: { ...after, lookUp: 'idNumber', value: '110***********002X' },
    },
    { ...found, point: 'user:lookUp', target_id: person, after: { ...after, lookUp: 'name', value: '张**' } },
    {
      ...found,
      point: 'user:lookUp',
      target_kind: null,
      target_id: null,
      after: { endpoint: 'user.page', lookUp: 'phone', value: '139****5001', found: 0 },
    },
  ])
  const reader = await app.as('user:timeline')
  const { events } = (await reader('POST', `/user/${person}/timeline`, {})).body.data
  expect(events.filter(({ kind }: { kind: string }) => kind === 'lookedUp')).toHaveLength(3)
  const actions = await app.as('audit:page')
  const { data } = (await actions('GET', '/choice/audit/actions?ids=user%3AlookUp', undefined, 'en-US')).body
  expect(data).toMatchObject([{ id: 'user:lookUp', name: lookUpWords.tree.action.user[1] }])
})

test('a filter by the digits that the mask shows is not a look-up', async () => {
  const request = await app.as('user:page', 'push:page', 'feedback:page', 'blacklist:page')
  for (const filter of [{}, { phone: '138' }, { phone: '1234' }, { phone: '138****1234' }, { name: '张' }])
    expect(await codeOf(request('POST', '/user/page', filter))).toBe('0000')
  await request('POST', '/user/push/page', { phone: '1234' })
  await request('POST', '/blacklist/page', { kind: 'phone' })
  expect(await linesOf(request)).toEqual([])
})

test('look-ups and reveals share one limit, which the refusal names, and refusals are in the audit log', async () => {
  await app.set('masking.revealsPerHour', 2)
  const request = await app.as('user:page', 'user:reveal', 'feedback:page')
  expect(await codeOf(request('POST', `/user/${person}/reveal`))).toBe('0000')
  expect(await codeOf(request('POST', '/user/feedback/page', { phone }))).toBe('0000')
  const refused = await request('POST', '/user/page', { phone: strange(1) }, 'en-US')
  expect(refused.body).toMatchObject({
    code: '4290',
    desc: expect.stringMatching(/“Reveals per administrator per hour”.* \d+ seconds/),
    data: { fields: { phone: expect.stringContaining('limit') } },
  })
  const chinese = await request('POST', '/user/page', { phone: strange(1) })
  expect(chinese.body.desc).toMatch(/“每人每小时查看完整信息次数”.*\d+ 秒/)
  expect(await codeOf(request('POST', `/user/${person}/reveal`))).toBe('4290')
  expect(await codeOf(request('POST', '/user/page', { phone: '1234' }))).toBe('0000')
  const refusals = (await linesOf(request, '%')).filter(({ result }) => result === 'refused')
  expect(refusals.map(({ point, code }) => [point, code])).toEqual([
    ['user:page', '4290'],
    ['user:page', '4290'],
    ['user:reveal', '4290'],
  ])
})

test('the same value counts once within ten minutes, in every list, page, order, count and export', async () => {
  await app.set('masking.revealsPerHour', 1)
  const request = await app.as('*')
  const [other, late] = [await app.another(), await app.another()]
  const elsewhere = (instance: typeof other) =>
    instance.inject({
      method: 'POST',
      url: '/api/user/page',
      headers: { token: request.token },
      payload: { phone },
    })
  const together = await Promise.all([
    request('POST', '/user/page', { phone }).then(({ body }) => body.code),
    elsewhere(other).then((answer) => answer.json().code),
    elsewhere(late).then((answer) => answer.json().code),
    codeOf(request('POST', '/user/push/page', { phone })),
  ])
  expect(together).toEqual(['0000', '0000', '0000', '0000'])
  expect(await codeOf(request('POST', '/user/page', { phone, current: 2, sort: 'createdAt' }))).toBe('0000')
  expect(await codeOf(request('POST', '/user/batch/delete/count', { filter: { phone } }))).toBe('0000')
  expect(await codeOf(request('POST', '/user/page/export', { phone, format: 'csv', columns: ['id'] }))).toBe(
    '0000',
  )
  const lines = await linesOf(request)
  expect(lines.filter(({ target_id }) => target_id === person)).toHaveLength(1)

  await app.pool.query(`update look_up set counted_at = counted_at - interval '10 minutes'`)
  expect(await codeOf(request('POST', '/user/page', { phone }))).toBe('4290')
})

test('a person who is found after the value was counted is recorded when found', async () => {
  const request = await app.as('user:page')
  await request('POST', '/user/page', { phone, status: 'deleted' })
  await request('POST', '/user/page', { phone })
  await request('POST', '/user/page', { phone, status: 'deleted' })
  await request('POST', '/user/page', { phone, size: 50 })
  expect((await linesOf(request)).map(({ target_id }) => target_id)).toEqual([null, person])
})

test('callers are counted separately, and concurrent requests are counted one by one', async () => {
  await app.set('masking.revealsPerHour', 5)
  const [request, other] = [await app.as('user:page'), await app.as('user:page')]
  const codes = await Promise.all(
    Array.from({ length: 12 }, (_, n) => codeOf(request('POST', '/user/page', { phone: strange(n) }))),
  )
  expect(codes.filter((code) => code === '0000')).toHaveLength(5)
  expect(await codeOf(other('POST', '/user/page', { phone }))).toBe('0000')
})

test('a batch, an export and a new entry count at the request, whatever its outcome', async () => {
  await app.set('masking.revealsPerHour', 1)
  const calls: [string, string, object][] = [
    ['user:delete', '/user/batch/delete/count', { filter: { phone } }],
    ['user:delete', '/user/batch/delete/matching', { filter: { idNumber }, count: 1, mark: '1.1' }],
    ['user:export', '/user/page/export', { phone, format: 'xlsx', columns: ['id'] }],
    ['push:export', '/user/push/export', { phone, format: 'csv', columns: ['id'] }],
    ['feedback:take', '/feedback/batch/take/count', { filter: { phone } }],
    ['blacklist:export', '/blacklist/page/export', { value: phone, format: 'csv', columns: ['kind'] }],
    ['blacklist:create', '/blacklist', { kind: 'phone', value: phone }],
  ]
  for (const [point, path, body] of calls) {
    const request = await app.as(point, 'user:page')
    expect([path, (await request('POST', path, body)).body.code]).not.toEqual([path, '4290'])
    expect([path, await codeOf(request('POST', '/user/page', { phone: strange(1) }))]).toEqual([path, '4290'])
  }
})

test('a refusal that reveals a blacklist entry counts as a look-up and is in the audit log', async () => {
  const owner = await app.as('blacklist:create')
  await owner('POST', '/blacklist', { kind: 'phone', value: phone })
  const request = await app.as('blacklist:create')
  expect(await codeOf(request('POST', '/blacklist', { kind: 'phone', value: phone }))).toBe('4090')
  expect(await linesOf(request)).toMatchObject([
    {
      point: 'blacklist:lookUp',
      after: { endpoint: 'blacklist.create', lookUp: 'phone', value: '138****1234', found: 1 },
    },
  ])
})

test('numbers that differ in their hidden digits only are refused from the sixth on, and the super administrators are notified once', async () => {
  const chief = await app.as('*')
  const request = await app.as('user:page', 'blacklist:page', 'blacklist:create')
  const guess = (n: number) => `138${String(n).padStart(4, '0')}1234`
  for (let n = 0; n < guesses.phone.most; n++)
    expect(await codeOf(request('POST', '/user/page', { phone: guess(n) }))).toBe('0000')
  for (let n = 0; n < 3; n++) {
    const refused = await request('POST', '/user/page', { phone: guess(100 + n) }, 'en-US')
    expect(refused.body).toMatchObject({ code: '4290', desc: expect.stringContaining('hidden digits') })
    expect(await codeOf(request('POST', '/blacklist', { kind: 'phone', value: guess(200 + n) }))).toBe('4290')
  }
  expect(await codeOf(request('POST', '/user/page', { phone: guess(0) }))).toBe('0000')
  expect(await codeOf(request('POST', '/user/page', { phone: strange(1) }))).toBe('0000')
  expect(await messagesTo(chief)).toEqual([
    {
      title: lookUpWords.tree.alarm.title,
      content: [expect.stringContaining('5 个'), expect.stringContaining('5 numbers')],
    },
  ])
  await app.pool.query(`update look_up set counted_at = counted_at - interval '7 days'`)
  expect(await codeOf(request('POST', '/user/page', { phone: guess(300) }))).toBe('0000')
})

test('look-ups that find nobody are limited by the setting, also when they are concurrent', async () => {
  await app.set('masking.missesPerHour', 4)
  const chief = await app.as('*')
  const request = await app.as('user:page')
  expect(await codeOf(request('POST', '/user/page', { phone }))).toBe('0000')
  const codes = await Promise.all(
    Array.from({ length: 10 }, (_, n) => codeOf(request('POST', '/user/page', { phone: strange(n) }))),
  )
  expect(codes.filter((code) => code === '0000')).toHaveLength(4)
  const refused = await request('POST', '/user/page', { phone: strange(50) }, 'en-US')
  expect(refused.body).toMatchObject({ code: '4290', desc: expect.stringContaining('without a match') })
  expect(await messagesTo(chief)).toHaveLength(1)
  expect(await messagesTo(request)).toEqual([])

  await app.set('masking.missesPerHour', 0)
  expect(await codeOf(request('POST', '/user/page', { phone: strange(50) }))).toBe('0000')
})

test('an answer that does not say what was found leaves a miss counted', async () => {
  await app.set('masking.missesPerHour', 1)
  const request = await app.as('*')
  const { data } = (await request('POST', '/blacklist', { kind: 'phone', value: strange(900) })).body
  await request('POST', '/user/page', { phone: strange(1) })
  await request('PUT', '/blacklist', { id: data.id, version: 99, value: strange(1) })
  expect(await codeOf(request('POST', '/user/page', { phone: strange(2) }))).toBe('4290')
})

test('no looked-up value is stored in plain text', async () => {
  const request = await app.as('*')
  for (const path of ['/user/page', '/user/push/page', '/user/feedback/page'])
    await request('POST', path, { phone })
  await request('POST', '/user/page', { idNumber })
  await request('POST', '/blacklist/page', { value: idNumber })
  for (const table of ['look_up', 'audit_log', 'call_throttle']) {
    const { rows } = await app.pool.query(`select row_to_json(t)::text as text from ${table} t`)
    const text = rows.map((row) => row.text).join('\n')
    expect([table, text.includes(phone), text.includes(idNumber)]).toEqual([table, false, false])
    expect(text).not.toContain(Buffer.from(phone).toString('hex'))
  }
})

test('look-ups that no limit counts any more are deleted', async () => {
  const request = await app.as('user:page')
  await request('POST', '/user/page', { phone })
  await request('POST', '/user/page', { phone: strange(1) })
  await app.pool.query(`update look_up set counted_at = now() - interval '31 days' where noted = '{nobody}'`)
  const { forgetLookUps } = await import('../callers/look-ups.ts')
  await forgetLookUps(100).execute(app.db)
  const { rows } = await app.pool.query('select noted from look_up')
  expect(rows).toEqual([{ noted: [`user ${person}`] }])
})
