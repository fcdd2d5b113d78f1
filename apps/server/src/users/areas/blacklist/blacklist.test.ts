import { expect, test } from 'vitest'
import { secret, startApp } from '#test/harness'

const app = startApp()
const everything = [
  'blacklist:page',
  'blacklist:create',
  'blacklist:update',
  'blacklist:delete',
  'blacklist:reveal',
]
const idNumber = secret('11010519491231002X')
let next = 0
const freshPhone = () => `1390000${String(next++).padStart(4, '0')}`

test('an added entry is on the list, masked, with the name of the administrator who added it', async () => {
  const request = await app.as(...everything)
  const created = await request('POST', '/blacklist', {
    kind: 'phone',
    value: ' +86 138-1234-5678 ',
    reason: '投诉',
  })
  expect(created.body).toMatchObject({
    code: '0000',
    data: { value: '138****5678', source: 'manual', version: 1 },
  })

  const page = await request('POST', '/blacklist/page', { value: '13812345678' })
  expect(page.body.data).toMatchObject({ total: 1, current: 1, size: 20 })
  expect(page.body.data.records).toEqual([created.body.data])
})

test('a value that is already on the list is refused at its field, in any spelling', async () => {
  const request = await app.as(...everything)
  await request('POST', '/blacklist', { kind: 'ip', value: '2001:db8:0:0::1' })
  const again = await request('POST', '/blacklist', { kind: 'ip', value: '2001:0db8::0001' }, 'en-US')
  expect(again).toMatchObject({
    status: 200,
    body: { code: '4090', status: 'fail', data: { fields: { value: 'Already in use' } } },
  })
})

test.each([
  ['phone', '12345', '请输入 11 位手机号'],
  ['idNumber', '110105194912310021', '请输入正确的 18 位身份证号'],
  ['ip', '300.1.1.1', '请输入 IPv4 或 IPv6 地址'],
  ['device', 'a b', '设备号为 4–128 位字母、数字或 . _ : -'],
])('a wrong %s is refused at its field', async (kind, value, sentence) => {
  const request = await app.as(...everything)
  const answer = await request('POST', '/blacklist', { kind, value })
  expect(answer.body).toMatchObject({ code: '4000', data: { fields: { value: sentence } } })
})

test('an id number is encrypted, found by its whole value, shown masked, and revealed with an audit log entry', async () => {
  const request = await app.as(...everything)
  const { data } = (await request('POST', '/blacklist', { kind: 'idNumber', value: idNumber.toLowerCase() }))
    .body
  expect(data.value).toBe('110***********002X')

  const stored = await app.pool.query(
    `select t::text || encode(value_sealed, 'escape') as text from blacklist t where id = $1`,
    [data.id],
  )
  expect(stored.rows[0].text).not.toContain('19491231')
  expect((await request('POST', '/blacklist/page', { value: idNumber })).body.data.total).toBe(1)

  expect((await request('POST', `/blacklist/${data.id}/reveal`)).body.data).toEqual({
    value: idNumber,
    reason: '',
    remark: '',
  })
  const audit = await app.pool.query(
    `select point, target_id from audit_log where admin_id = $1 and point = 'blacklist:reveal'`,
    [request.adminId],
  )
  expect(audit.rows).toEqual([{ point: 'blacklist:reveal', target_id: data.id }])
})

test('an edit with an outdated version is refused with the current row and changes nothing', async () => {
  const request = await app.as(...everything)
  const { data: entry } = (
    await request('POST', '/blacklist', { kind: 'phone', value: freshPhone(), reason: 'one' })
  ).body
  await request('PUT', '/blacklist', { id: entry.id, version: 1, reason: 'two' })
  const late = await request('PUT', '/blacklist', { id: entry.id, version: 1, reason: 'three' })
  expect(late.body).toMatchObject({ code: '4090', data: { current: { reason: 'two', version: 2 } } })
  expect((await request('GET', `/blacklist/${entry.id}`)).body.data.reason).toBe('two')
})

test('of fifty concurrent edits of one version, one succeeds', async () => {
  const request = await app.as(...everything)
  const { data: entry } = (await request('POST', '/blacklist', { kind: 'phone', value: freshPhone() })).body
  const edits = Array.from({ length: 50 }, (_, index) =>
    request('PUT', '/blacklist', { id: entry.id, version: 1, reason: `${index}` }),
  )
  const codes = (await Promise.all(edits)).map((answer) => answer.body.code)
  expect(codes.filter((code) => code === '0000')).toHaveLength(1)
  expect(codes.filter((code) => code === '4090')).toHaveLength(49)
  expect((await request('GET', `/blacklist/${entry.id}`)).body.data.version).toBe(2)
})

test('of fifty concurrent requests that add one value, one succeeds', async () => {
  const request = await app.as(...everything)
  const value = freshPhone()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => request('POST', '/blacklist', { kind: 'phone', value })),
  )
  expect(answers.filter((answer) => answer.body.code === '0000')).toHaveLength(1)
  expect(
    (await app.pool.query('select count(*)::int as n from blacklist where value = $1', [value])).rows[0].n,
  ).toBe(1)
})

test('an edit without a value keeps the old one; a new value is normalised, and refused if it is already used', async () => {
  const request = await app.as(...everything)
  const { data: one } = (await request('POST', '/blacklist', { kind: 'device', value: 'device-one' })).body
  const { data: two } = (await request('POST', '/blacklist', { kind: 'device', value: 'device-two' })).body
  const kept = await request('PUT', '/blacklist', { id: one.id, version: 1, remark: 'kept' })
  expect(kept.body.data).toMatchObject({ value: 'device-one', remark: 'kept', version: 2 })
  const taken = await request('PUT', '/blacklist', { id: two.id, version: 1, value: 'device-one' })
  expect(taken.body).toMatchObject({ code: '4090', data: { fields: { value: '该值已存在' } } })
  const wrong = await request('PUT', '/blacklist', { id: two.id, version: 1, value: '!' })
  expect(wrong.body).toMatchObject({ code: '4000', data: { fields: { value: expect.any(String) } } })
})

test('the filter separates expired and active entries; sorting by expiry puts entries without an end last', async () => {
  const request = await app.as(...everything)
  const add = (value: string, expiresAt: string | null) =>
    request('POST', '/blacklist', { kind: 'device', value, expiresAt })
  await app.pool.query(
    `insert into blacklist (kind, value, expires_at) values ('device', 'expiry-past', '2020-01-01T00:00:00Z')`,
  )
  await add('expiry-future', '2099-01-01T00:00:00.000Z')
  await add('expiry-never', null)
  const values = async (filter: object) => {
    const { data } = (await request('POST', '/blacklist/page', { kind: 'device', size: 200, ...filter })).body
    return data.records
      .map((row: { value: string }) => row.value)
      .filter((value: string) => value.startsWith('expiry'))
  }
  expect(await values({ state: 'expired' })).toEqual(['expiry-past'])
  expect(await values({ state: 'active', sort: 'expiresAt' })).toEqual(['expiry-future', 'expiry-never'])
  expect(await values({ sort: '-expiresAt' })).toEqual(['expiry-never', 'expiry-future', 'expiry-past'])
})

test('an expiry in the past is refused, but the other fields of an expired entry can be changed', async () => {
  const request = await app.as(...everything)
  const past = '2020-01-01T00:00:00.000Z'
  const refused = { code: '4000', data: { fields: { expiresAt: '时间必须晚于现在' } } }
  const add = (expiresAt: string) =>
    request('POST', '/blacklist', { kind: 'device', value: 'past-device', expiresAt })
  expect((await add(past)).body).toMatchObject(refused)
  const { id, version } = (await add('2099-01-01T00:00:00.000Z')).body.data
  const change = (fields: object) => request('PUT', '/blacklist', { id, version, ...fields })
  expect((await change({ expiresAt: past })).body).toMatchObject(refused)

  await app.pool.query(`update blacklist set expires_at = '2020-01-01T00:00:00Z' where id = $1`, [id])
  expect((await change({ expiresAt: past, remark: '旧的' })).body).toMatchObject({
    code: '0000',
    data: { expiresAt: past, remark: '旧的' },
  })
})

test('deleting several entries deletes those that exist and returns their number', async () => {
  const request = await app.as(...everything)
  const add = async () =>
    (await request('POST', '/blacklist', { kind: 'phone', value: freshPhone() })).body.data.id
  const [one, two] = [await add(), await add()]
  expect((await request('DELETE', `/blacklist/${one}`)).body).toMatchObject({ code: '0000', data: null })
  expect((await request('DELETE', `/blacklist/${one}`)).body.code).toBe('4040')
  expect((await request('POST', '/blacklist/batch/delete', { ids: [one, two] })).body.data).toEqual({
    removed: 1,
  })
})

test('the audit log shows only the changed fields as changed', async () => {
  const request = await app.as(...everything)
  const { data: entry } = (
    await request('POST', '/blacklist', {
      kind: 'device',
      value: 'device-audited',
      reason: 'one',
      remark: 'kept',
    })
  ).body
  await request('PUT', '/blacklist', { id: entry.id, version: 1, reason: 'two', remark: 'kept' })
  await request('DELETE', `/blacklist/${entry.id}`)
  const { rows } = await app.pool.query(
    `select before, after from audit_log where target_kind = 'blacklist' and target_id = $1 order by id`,
    [entry.id],
  )
  const [added, { before, after }, removed] = rows
  const differing = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name])
  expect(differing.sort()).toEqual(['reason', 'updatedAt', 'version'])
  expect(before).toEqual(added.after)
  expect(removed.before).toEqual(after)
})
