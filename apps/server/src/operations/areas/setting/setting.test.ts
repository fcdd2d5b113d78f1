import { type SettingRow, settingKeys } from '@kabao/contract/operations/setting'
import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type RequestFn, startApp } from '#test/harness'

const app = startApp()
let other: FastifyInstance
let request: RequestFn & { adminId: string; token: string }
beforeAll(async () => {
  other = await app.another()
  request = await app.as('setting:list', 'setting:update')
})
beforeEach(async () => {
  await app.pool.query('delete from setting')
})

const list = async (): Promise<SettingRow[]> => (await request('GET', '/setting')).body.data
const find = async (key: string) => (await list()).find((row) => row.key === key)
const auditOf = async (adminId: string) =>
  (
    await app.pool.query(
      'select target_kind, target_id, before, after from audit_log where admin_id = $1 order by id',
      [adminId],
    )
  ).rows

test('every setting is listed with its default until it is changed', async () => {
  const rows = await list()
  expect(rows.map((row) => row.key)).toEqual(settingKeys)
  expect(rows.every((row) => row.isStandard && row.version === 0 && row.updatedBy === null)).toBe(true)
})

test('a change is stored with its author and time, audited with both values, and takes effect on both instances', async () => {
  const { body } = await request('PUT', '/setting', {
    'export.maxRows': { value: 500, version: 0 },
    'login.contactText': { value: [' 王敏 ', 'Wang Min'], version: 0 },
  })
  expect(body.code).toBe('0000')
  expect(await find('export.maxRows')).toMatchObject({
    value: 500,
    isStandard: false,
    version: 1,
    updatedBy: expect.stringMatching(/^test-/),
    updatedAt: expect.any(String),
  })
  expect(await find('login.contactText')).toMatchObject({ value: ['王敏', 'Wang Min'] })
  expect(await auditOf(request.adminId)).toEqual([
    {
      target_kind: 'setting',
      target_id: 'export.maxRows',
      before: { value: 1_000_000 },
      after: { value: 500 },
    },
    {
      target_kind: 'setting',
      target_id: 'login.contactText',
      before: { value: ['', ''] },
      after: { value: ['王敏', 'Wang Min'] },
    },
  ])
  for (const each of [app.app, other]) {
    await vi.waitFor(() => expect(each.services.settings.get('export.maxRows')).toBe(500), 5_000)
    const open = await each.inject('/api/setting/open')
    expect(open.json().data).toMatchObject({ 'login.contactText': ['王敏', 'Wang Min'] })
  }
})

test('without signing in, only the public settings are returned', async () => {
  const { body } = await app.request('GET', '/setting/open')
  expect(Object.keys(body.data).sort()).toEqual([
    'business.dayStartsAt',
    'business.timezone',
    'login.contactText',
    'masking.revealSeconds',
    'password.minLength',
  ])
})

test('null restores the default, and the version is incremented', async () => {
  await request('PUT', '/setting', { 'export.maxRows': { value: 500, version: 0 } })
  await request('PUT', '/setting', { 'export.maxRows': { value: null, version: 1 } })
  expect(await find('export.maxRows')).toMatchObject({ value: 1_000_000, isStandard: true, version: 2 })
})

test('an unchanged value is neither written nor audited', async () => {
  const quiet = await app.as('setting:list', 'setting:update')
  await quiet('PUT', '/setting', { 'export.maxRows': { value: 500, version: 0 } })
  await quiet('PUT', '/setting', { 'export.maxRows': { value: 500, version: 1 } })
  await quiet('PUT', '/setting', { 'lockout.failures': { value: null, version: 0 } })
  expect(await find('export.maxRows')).toMatchObject({ version: 1 })
  expect((await auditOf(quiet.adminId)).filter((line) => line.target_id !== null)).toHaveLength(1)
})

test.each([
  [
    'a value outside its limits',
    { 'session.idleMinutes': { value: 4, version: 0 } },
    'session.idleMinutes.value',
  ],
  ['a wrong type', { 'password.refuseCommon': { value: 1, version: 0 } }, 'password.refuseCommon.value'],
  ['an unknown key', { 'no.such': { value: 1, version: 0 } }, 'no.such'],
  ['a region that never was', { 'crm.regions': { value: '440000,999999', version: 0 } }, 'crm.regions.value'],
  ['an unknown time zone', { 'business.timezone': { value: 'x', version: 0 } }, 'business.timezone.value'],
  [
    'an idle lifetime longer than the total lifetime',
    { 'session.idleMinutes': { value: 120, version: 0 }, 'session.absoluteHours': { value: 1, version: 0 } },
    'session.idleMinutes.value',
  ],
  ['an empty change', {}, ''],
])('%s is refused at its field, and nothing is written', async (_what, changes, field) => {
  const { body } = await request('PUT', '/setting', {
    'export.maxRows': { value: 7, version: 0 },
    ...changes,
  })
  if (field === '') expect((await request('PUT', '/setting', {})).body.data.fields).toHaveProperty([''])
  else {
    expect(body.code).toBe('4000')
    expect(Object.keys(body.data.fields)).toEqual([field])
    expect((await app.pool.query('select 1 from setting')).rows).toEqual([])
  }
})

test.each([
  ['http://h5.example.com', '请输入以 https:// 开头的完整网址'],
  ['h5.example.com', '请输入以 https:// 开头的完整网址'],
  ['https://me@h5.example.com', '请输入以 https:// 开头的完整网址'],
  ['https://localhost', '请输入以 https:// 开头的完整网址'],
  ['https://h5.example.com/?a=1', '网址中不能有 ? 或 #'],
  ['https://h5.example.com/#a', '网址中不能有 ? 或 #'],
  [`https://h5.example.com/${'a'.repeat(200)}`, '内容过长'],
])('the base address %s is refused at its field', async (value, problem) => {
  const { body } = await request('PUT', '/setting', { 'channel.landingBase': { value, version: 0 } })
  expect(body.data.fields).toEqual({ 'channel.landingBase.value': problem })
})

test.each([-1, 1, 6])('%i days until the archive are refused in a sentence', async (value) => {
  const { body } = await request('PUT', '/setting', {
    'retention.archiveAfterDays': { value, version: 0 },
  })
  expect(body.data.fields).toEqual({ 'retention.archiveAfterDays.value': '请输入 0，或不少于 7 的天数' })
})

test('a base address is kept without the slash at its end, and can be removed', async () => {
  const set = (value: string, version: number) =>
    request('PUT', '/setting', { 'channel.landingBase': { value, version } })
  await set(' https://h5.example.com/c// ', 0)
  expect(await find('channel.landingBase')).toMatchObject({ value: 'https://h5.example.com/c', version: 1 })
  await set('', 1)
  expect(await find('channel.landingBase')).toMatchObject({ value: '', version: 2 })
})

test('of fifty concurrent changes of one version, one succeeds; the others get the current values', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      request('PUT', '/setting', { 'export.maxRows': { value: 100 + index, version: 0 } }),
    ),
  )
  const lost = answers.filter(({ body }) => body.code === '4090')
  expect([answers.length - lost.length, lost.length]).toEqual([1, 49])
  const now = await find('export.maxRows')
  expect(now?.version).toBe(1)
  expect(lost[0]?.body.data.current.find((row: SettingRow) => row.key === 'export.maxRows')).toEqual(now)
})

test('two changes that are valid alone but not together cannot both be saved at once', async () => {
  for (let round = 0; round < 10; round++) {
    await app.pool.query('delete from setting')
    await Promise.all([
      request('PUT', '/setting', { 'session.idleMinutes': { value: 600, version: 0 } }),
      request('PUT', '/setting', { 'session.absoluteHours': { value: 5, version: 0 } }),
    ])
    const [idle, absolute] = [await find('session.idleMinutes'), await find('session.absoluteHours')]
    expect(Number(idle?.value)).toBeLessThanOrEqual(Number(absolute?.value) * 60)
  }
})

test('super administrators are told of the sum that one person may refund', async () => {
  const owner = await app.as('*')
  const change = await request('PUT', '/setting', { 'payment.refundAloneFen': { value: 90_000, version: 0 } })
  expect(change.body.code).toBe('0000')
  const { rows } = await app.pool.query('select content->>1 as en from message where admin_id = $1', [
    owner.adminId,
  ])
  expect(rows).toEqual([{ en: expect.stringContaining('up to ¥900.00') }])
})
