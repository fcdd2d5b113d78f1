import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { newChannel, newPhone, type TestPartner } from '../../test/open-caller.ts'

const app = startApp()
let channel: TestPartner
let other: TestPartner
beforeAll(async () => {
  channel = await newChannel(app)
  other = await newChannel(app)
})

const usersWith = async (phone: string) =>
  (await app.pool.query('select * from "user" where phone = $1', [phone])).rows

test('a channel registers a user with what it sends', async () => {
  const phone = newPhone()
  const { body } = await channel.call('POST', '/user', {
    phone,
    cityCode: '440305',
    visitorId: 'v-7f3a9c21',
    ip: '203.0.113.7',
    userAgent: 'Mozilla/5.0',
    device: 'device-1',
    name: '张三',
    idNumber: '11010119900307002X',
  })
  expect(body).toEqual({
    code: '0000',
    desc: 'request succeeded',
    data: { id: expect.any(String), isNew: true },
  })
  const [user] = await usersWith(phone)
  expect(user).toMatchObject({
    id: body.data.id,
    channel_id: channel.id,
    flow: 'full',
    city_code: '440305',
    visitor_id: 'v-7f3a9c21',
    ip: '203.0.113.7',
    user_agent: 'Mozilla/5.0',
    device: 'device-1',
    name: '张三',
    birthday: '1990-03-07',
    status: 'registered',
  })
  expect(app.vault.open(user.id_number_sealed, 'user.idNumber')).toBe('11010119900307002X')
})

test('the same phone 50 times at once on two instances is one user', async () => {
  const second = await app.another()
  const phone = newPhone()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, nth) =>
      channel.call('POST', '/user', { phone }, { on: nth % 2 === 0 ? app.app : second }),
    ),
  )
  expect(answers.map(({ code }) => code)).toEqual(Array(50).fill('0000'))
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  expect(answers.filter(({ body }) => body.data.isNew)).toHaveLength(1)
  expect(await usersWith(phone)).toHaveLength(1)
})

test('a phone belongs to the channel that brought it first, for the days of the setting', async () => {
  const phone = newPhone()
  const { id } = (await channel.call('POST', '/user', { phone })).body.data
  expect((await channel.call('POST', '/user', { phone })).body.data).toEqual({ id, isNew: false })
  expect((await other.call('POST', '/user', { phone })).body).toMatchObject({
    code: '4090',
    desc: 'This phone number belongs to another channel',
  })

  await app.pool.query(`update "user" set created_at = now() - interval '29 days 23 hours' where id = $1`, [
    id,
  ])
  expect((await other.call('POST', '/user', { phone })).code).toBe('4090')
  await app.pool.query(`update "user" set created_at = now() - interval '30 days' where id = $1`, [id])
  expect((await other.call('POST', '/user', { phone })).body.data).toEqual({ id, isNew: false })
  const { rows } = await app.pool.query('select * from user_move where user_id = $1', [id])
  expect(rows).toMatchObject([{ from_channel_id: channel.id, to_channel_id: other.id }])
  expect((await usersWith(phone))[0].channel_id).toBe(other.id)
  expect((await channel.call('POST', '/user', { phone })).code).toBe('4090')
})

test('of two channels that want the same old phone at once, one gets it', async () => {
  const phone = newPhone()
  const third = await newChannel(app)
  const { id } = (await channel.call('POST', '/user', { phone })).body.data
  await app.pool.query(`update "user" set created_at = now() - interval '31 days' where id = $1`, [id])
  const second = await app.another()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, nth) =>
      (nth % 2 === 0 ? other : third).call(
        'POST',
        '/user',
        { phone },
        { on: nth % 4 < 2 ? app.app : second },
      ),
    ),
  )
  expect(answers.map(({ code }) => code).sort()).toEqual([
    ...Array(10).fill('0000'),
    ...Array(10).fill('4090'),
  ])
  const { rows } = await app.pool.query('select to_channel_id from user_move where user_id = $1', [id])
  expect(rows).toHaveLength(1)
  expect((await usersWith(phone))[0].channel_id).toBe(rows[0].to_channel_id)
})

test.each([
  ['phone', (phone: string) => phone, {}],
  ['device', () => 'device-of-a-fraud', { device: 'device-of-a-fraud' }],
  ['ip', () => '198.51.100.7', { ip: '198.51.100.7' }],
])(
  'a user whose %s is on the blacklist is refused, and the others of the batch are not',
  async (kind, value, fields) => {
    const phone = newPhone()
    await app.pool.query('insert into blacklist (kind, value) values ($1, $2)', [kind, value(phone)])
    const [refused, ...rest] = await Promise.all([
      channel.call('POST', '/user', { phone, ...fields }),
      channel.call('POST', '/user', { phone: newPhone() }),
      channel.call('POST', '/user', { phone: newPhone() }),
    ])
    expect(refused.body).toMatchObject({ code: '4030', desc: expect.stringContaining('blacklist') })
    expect(rest.map(({ code }) => code)).toEqual(['0000', '0000'])
    expect(await usersWith(phone)).toEqual([])
  },
)

test('a channel registers exactly its daily cap, and is told when it opens again', async () => {
  const capped = await newChannel(app, { dailyCap: 30 })
  const second = await app.another()
  const phones = Array.from({ length: 80 }, newPhone)
  const answers = await Promise.all(
    phones.map((phone, nth) =>
      capped.call('POST', '/user', { phone }, { on: nth % 2 === 0 ? app.app : second }),
    ),
  )
  expect(answers.filter(({ code }) => code === '0000')).toHaveLength(30)
  const refused = answers.filter(({ code }) => code === '4290')
  expect(refused).toHaveLength(50)
  const [, opensAt = ''] = /again at (\S+Z)\.$/.exec(refused[0]?.body.desc) ?? []
  expect(Date.parse(opensAt) - Date.now()).toBeGreaterThan(0)
  expect(Date.parse(opensAt) - Date.now()).toBeLessThanOrEqual(86_400_000)
  expect(new Date(opensAt).toISOString().slice(11, 19)).toBe('16:00:00')
  const { rows } = await app.pool.query('select count(*)::int as count from "user" where channel_id = $1', [
    capped.id,
  ])
  expect(rows).toEqual([{ count: 30 }])
  // Who is known already does not count.
  const known = phones[answers.findIndex(({ code }) => code === '0000')]
  expect((await capped.call('POST', '/user', { phone: known })).body.data.isNew).toBe(false)
})

test('the cap is given back where another instance was first', async () => {
  const capped = await newChannel(app, { dailyCap: 25 })
  const second = await app.another()
  const phones = Array.from({ length: 20 }, newPhone)
  const answers = await Promise.all(
    [...phones, ...phones].map((phone, nth) =>
      capped.call('POST', '/user', { phone }, { on: nth < 20 ? app.app : second }),
    ),
  )
  expect(answers.map(({ code }) => code)).toEqual(Array(40).fill('0000'))
  const { rows } = await app.pool.query('select used from open_day_use where channel_id = $1', [capped.id])
  expect(rows).toEqual([{ used: 20 }])
})

test('a wrong field is named, and nobody is registered', async () => {
  const phone = newPhone()
  const { body } = await channel.call('POST', '/user', { phone, gender: 'other', cityCode: '1' })
  expect(body).toMatchObject({
    code: '4000',
    data: { fields: { gender: expect.any(String), cityCode: expect.any(String) } },
  })
  expect(await usersWith(phone)).toEqual([])
})
