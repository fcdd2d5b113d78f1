import { checkDigit } from '@kabao/contract/kernel/personal'
import { beforeAll, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { newChannel, newPhone, type TestPartner } from '#test/open-caller'

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

test.each([
  ['203.0.113.77', '::ffff:203.0.113.77'],
  ['203.0.113.78', '::ffff:cb00:714e'],
  ['::ffff:203.0.113.79', '203.0.113.79'],
  ['::FFFF:CB00:7150', '::ffff:203.0.113.80'],
])('%s on the blacklist refuses a user who comes from %s', async (listed, ip) => {
  const request = await app.as('blacklist:create', 'blacklist:page')
  expect((await request('POST', '/blacklist', { kind: 'ip', value: listed })).body.code).toBe('0000')
  const again = await request('POST', '/blacklist', { kind: 'ip', value: ip })
  expect(again.body).toMatchObject({ code: '4090', data: { fields: { value: expect.any(String) } } })
  expect((await request('POST', '/blacklist/page', { value: ip })).body.data.total).toBe(1)
  expect((await channel.call('POST', '/user', { phone: newPhone(), ip })).code).toBe('4030')
})

test('users of one address are known as such, however it is written', async () => {
  const phone = newPhone()
  await channel.call('POST', '/user', { phone, ip: '::ffff:198.51.100.99' })
  expect((await usersWith(phone))[0].ip).toBe('198.51.100.99')
})

/** The calendar day in the business zone. */
const dayInChina = (inDays = 0) =>
  new Date(Date.now() + 8 * 3_600_000 + inDays * 86_400_000).toISOString().slice(0, 10)
const bornOn = (day: string) => {
  const digits = `440305${day.replaceAll('-', '')}001`
  return digits + checkDigit(digits)
}

test('a person was born between 1900 and today in the business zone, by the day and by the id number', async () => {
  const wrong = ['2099-01-01', '1800-01-01', '0001-01-01', '1899-12-31', dayInChina(1)]
  for (const day of wrong) {
    for (const fields of [{ birthday: day }, { idNumber: bornOn(day) }]) {
      const phone = newPhone()
      const refused = {
        code: '4000',
        data: { fields: { [Object.keys(fields)[0] as string]: expect.any(String) } },
      }
      expect([day, (await channel.call('POST', '/user', { phone, ...fields })).body]).toMatchObject([
        day,
        refused,
      ])
      expect(await usersWith(phone)).toEqual([])
    }
  }
  const { id } = (await channel.call('POST', '/user', { phone: newPhone(), birthday: '1900-01-01' })).body
    .data
  const complete = (body: object) => channel.call('PUT', `/user/${id}/profile`, body)
  expect((await complete({ birthday: dayInChina() })).code).toBe('0000')
  expect((await complete({ idNumber: bornOn(dayInChina()) })).code).toBe('0000')
  expect((await complete({ birthday: dayInChina(1) })).body.data.fields).toEqual({
    birthday: 'The day of birth must be from 1900-01-01 to today',
  })
  expect((await complete({ idNumber: bornOn(dayInChina(1)) })).code).toBe('4000')
})

test('a channel registers exactly its daily cap, and is told when it opens again', async () => {
  // The limit of calls is shared by the instances of this file.
  const capped = await newChannel(app, { dailyCap: 30, callsPerSecond: 1_000 })
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

test('with the cap used up, everybody who is not its own is refused alike; each refusal that tells counts as a check', async () => {
  const capped = await newChannel(app, { dailyCap: 1, callsPerSecond: 1_000 })
  const another = await newChannel(app)
  const [own, taken, blocked, unknown] = Array.from({ length: 4 }, newPhone) as [
    string,
    string,
    string,
    string,
  ]
  await another.call('POST', '/user', { phone: taken })
  await app.pool.query(
    `insert into blacklist (kind, value, reason, source) values ('phone', $1, '测试', 'manual')`,
    [blocked],
  )
  const codeOf = async (phone: string) => (await capped.call('POST', '/user', { phone })).code
  const used = async (use: string) =>
    (
      await app.pool.query('select used from open_day_use where channel_id = $1 and use = $2', [
        ...[capped.id, use],
      ])
    ).rows[0]?.used ?? 0
  expect([await codeOf(taken), await codeOf(blocked)]).toEqual(['4090', '4030'])
  expect(await used('check')).toBe(2)
  expect(await codeOf(own)).toBe('0000')
  const answers = await Promise.all([taken, blocked, unknown, own].map(codeOf))
  expect(answers).toEqual(['4290', '4290', '4290', '0000'])
  expect(await used('check')).toBe(2)
  // Without anything left of its checks, a channel is not told why either.
  const asking = await newChannel(app, { callsPerSecond: 1_000 })
  await app.set('open.checksPerDay', 3)
  const told = []
  for (const phone of [taken, blocked, taken, blocked, taken, unknown])
    told.push((await asking.call('POST', '/user', { phone })).code)
  await app.set('open.checksPerDay', null)
  expect(told).toEqual(['4090', '4030', '4090', '4290', '4290', '0000'])
})

test('the cap is given back where another instance was first', async () => {
  const capped = await newChannel(app, { dailyCap: 25, callsPerSecond: 1_000 })
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

test('a region that never was is refused at its field; a former one is taken', async () => {
  const refusal = { fields: { cityCode: 'No region has this code' } }
  for (const cityCode of ['999999', '100000', '440399']) {
    const phone = newPhone()
    expect((await channel.call('POST', '/user', { phone, cityCode })).body).toMatchObject({
      code: '4000',
      data: refusal,
    })
    expect(await usersWith(phone)).toEqual([])
  }
  for (const cityCode of ['110103', '500000', '429004', '659001', '810000', '460301']) {
    const phone = newPhone()
    const { body } = await channel.call('POST', '/user', { phone, cityCode })
    expect(body.code, cityCode).toBe('0000')
    expect(await usersWith(phone)).toMatchObject([{ city_code: cityCode }])
    const profile = await channel.call('PUT', `/user/${body.data.id}/profile`, { cityCode: '999999' })
    expect(profile.body).toMatchObject({ code: '4000', data: refusal })
  }
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
