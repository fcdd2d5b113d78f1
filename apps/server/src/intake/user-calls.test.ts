import { jointLoginCalls } from '@kabao/contract/intake/joint-login'
import { refusalsOf } from '@kabao/contract/kernel/refusals'
import { beforeAll, expect, test, vi } from 'vitest'
import { startApp } from '#test/harness'
import { newChannel, newPhone, type TestPartner } from '#test/open-caller'

const app = startApp()
let channel: TestPartner
let other: TestPartner
beforeAll(async () => {
  channel = await newChannel(app)
  other = await newChannel(app)
})

const register = async (fields: object = {}): Promise<string> =>
  (await channel.call('POST', '/user', { phone: newPhone(), ...fields })).body.data.id
const userOf = async (id: string) =>
  (await app.pool.query('select * from "user" where id = $1', [id])).rows[0]

const rest = {
  gender: 'male',
  incomeBand: 'from5kTo10k',
  creditBand: 'above700',
  house: true,
  car: false,
  socialInsurance: true,
  housingFund: false,
}

test('a profile is completed step by step, and says what is missing', async () => {
  const id = await register({ name: '张三' })
  const complete = (body: object) => channel.call('PUT', `/user/${id}/profile`, body)
  expect((await complete({ gender: 'male', house: false })).body.data.missing).toEqual([
    ...['idNumber', 'birthday', 'incomeBand', 'creditBand', 'car', 'socialInsurance', 'housingFund'],
  ])
  expect((await userOf(id)).status).toBe('registered')
  // The birthday is a part of the id number.
  expect((await complete({ idNumber: '11010119900307002x' })).body.data.missing).not.toContain('birthday')
  expect((await complete({ ...rest, cityCode: '440305', occupation: '护士' })).body.data.missing).toEqual([])
  const user = await userOf(id)
  expect(user).toMatchObject({
    name: '张三',
    gender: 'male',
    birthday: '1990-03-07',
    city_code: '440305',
    house: true,
    occupation: '护士',
    status: 'profiled',
    profiled_at: expect.any(String),
  })
  expect(app.vault.open(user.id_number_sealed, 'user.idNumber')).toBe('11010119900307002X')
  // A later change keeps the time.
  await complete({ house: false })
  expect(await userOf(id)).toMatchObject({ house: false, status: 'profiled', profiled_at: user.profiled_at })
})

test('a registration with a whole profile is complete', async () => {
  const id = await register({ name: '李四', idNumber: '11010119900307002X', ...rest })
  expect((await userOf(id)).status).toBe('profiled')
})

test('a channel changes only its own users, and none that was deleted', async () => {
  const id = await register()
  const change = (by: TestPartner, user: string) => by.call('PUT', `/user/${user}/profile`, { name: '王五' })
  expect((await change(other, id)).code).toBe('4040')
  expect((await change(channel, '999999999')).code).toBe('4040')
  await app.pool.query(
    `update "user" set status = 'deleted', deleted_at = now(), phone = null where id = $1`,
    [id],
  )
  expect((await change(channel, id)).code).toBe('4040')
  expect((await userOf(id)).name).toBeNull()
})

test('a feedback is stored for a user of the channel, and those who handle it get a message', async () => {
  const { adminId } = await app.as('feedback:take')
  const userId = await register()
  const feedback = { userId, kind: 'complaint', content: '没有收到优惠券', contact: '13800001234' }
  expect((await other.call('POST', '/feedback', feedback)).code).toBe('4040')
  const { body } = await channel.call('POST', '/feedback', feedback)
  const { rows } = await app.pool.query('select * from feedback where id = $1', [body.data.id])
  expect(rows).toMatchObject([
    { user_id: userId, kind: 'complaint', content: '没有收到优惠券', status: 'pending' },
  ])
  await vi.waitFor(async () => {
    const messages = await app.pool.query('select link from message where admin_id = $1', [adminId])
    expect(messages.rows).toMatchObject([{ link: { query: { open: body.data.id } } }])
  })
})

test('a channel sends so much feedback a day', async () => {
  const userId = await register()
  await app.pool.query(`update open_day_use set used = 1999 where channel_id = $1 and use = 'feedback'`, [
    channel.id,
  ])
  const send = async () =>
    (await channel.call('POST', '/feedback', { userId, kind: 'fault', content: '不能用' })).code
  expect([await send(), await send()]).toEqual(['0000', '4290'])
})

test('a browser reports an error without a signature, and no personal data is kept', async () => {
  const report = {
    name: 'TypeError',
    message: 'x of 13800001234 is 张三',
    url: 'https://h5.example.com/card/7?phone=1',
  }
  const response = await app.app.inject({ method: 'POST', url: '/open/error', payload: report })
  expect(response.json()).toMatchObject({ code: '0000', data: null })
  const { rows } = await app.pool.query(`select * from error_event where source = 'h5'`)
  expect(rows).toMatchObject([
    { name: 'TypeError', message: 'x of [phone] is …', url: 'https://h5.example.com/card/#', count: 1 },
  ])
})

test('an address reports so many errors a minute', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      app.app.inject({
        method: 'POST',
        url: '/open/error',
        remoteAddress: '198.51.100.9',
        payload: { name: 'Error', message: 'again' },
      }),
    ),
  )
  expect(answers.filter((answer) => answer.json().code === '4290')).toHaveLength(10)
})

test('a page of another origin may report its errors, and call nothing else', async () => {
  const headers = { origin: 'https://h5.example.com', 'access-control-request-method': 'POST' }
  const asked = await app.app.inject({ method: 'OPTIONS', url: '/open/error', headers })
  expect([asked.statusCode, asked.headers['access-control-allow-origin']]).toEqual([204, '*'])
  const other = await app.app.inject({ method: 'OPTIONS', url: '/open/user', headers })
  expect(other.headers['access-control-allow-origin']).toBeUndefined()
})

test('a joint login of a user whom the channel does not have is refused as its contract says', async () => {
  const partner = await newChannel(app, { flow: 'uv' })
  const login = { userId: '1', visitorId: 'v-7f3a9c21', ip: '203.0.113.7' }
  expect((await partner.call('POST', '/joint-login', login)).code).toBe('4040')
  expect(refusalsOf(jointLoginCalls.jointLogin)).toContain('4040')
})
