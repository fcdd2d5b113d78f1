import { beforeAll, expect, test } from 'vitest'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'
import { newChannel, type TestPartner } from '#test/open-caller'
import { noteReturned } from './note-candidate.ts'
import { takeCandidates } from './sources.ts'

const app = startApp()
let world: EngineWorld
let channel: TestPartner
beforeAll(async () => {
  world = await engineWorld(app)
  channel = await newChannel(app)
  return () => world.stop()
})
const take = () => takeCandidates(app.db, app.app.services.settings)
const leadsOf = async (userIds: readonly string[]) =>
  (await app.pool.query('select * from lead where user_id = any($1) order by user_id', [userIds])).rows

test('users whom nobody accepted become leads once, if the rules want them; accepted ones do not', async () => {
  await app.set('crm.takesFull', true)
  await app.set('crm.regions', '440300,310000')
  await world.org({ code: 'takes1', plan: { city_codes: ['440300'] } })
  world.partner.set('takes1', { behaviors: ['accept', 'reject'] })
  const engine = await world.start()
  const ids = await world.people(6, { city_code: '440305', house: true })
  const [far] = (await world.people(1, { city_code: '510100' })) as [string]
  await world.enter([...ids, far])
  await world.settled()
  await engine.stop()
  const { rows } = await app.pool.query(
    `select id from "user" where id = any($1) and status <> 'accepted' order by id`,
    [ids],
  )
  const unaccepted = rows.map(({ id }) => id)
  expect(unaccepted.length).toBeGreaterThan(0)
  // Two instances look at the notes at once.
  await Promise.all([take(), take(), take()])
  const leads = await leadsOf([...ids, far])
  expect(leads.map(({ user_id }) => user_id)).toEqual(unaccepted)
  expect(leads[0]).toMatchObject({ source: 'unaccepted', score: 50, city_code: '440305' })
  await app.set('crm.regions', null)
  await app.set('crm.takesFull', null)
})

test('a returned user becomes a lead only if the rule is on; a deleted one does not', async () => {
  const [one, other, gone] = (await world.people(3)) as [string, string, string]
  const note = (ids: string[]) => app.db.transaction().execute((write) => noteReturned(write, ids))
  await note([one])
  expect([await take(), await leadsOf([one])]).toEqual([1, []])
  await app.set('crm.takesReturned', true)
  await note([other, gone])
  await app.pool.query(
    `update "user" set status = 'deleted', deleted_at = now(), name = null, phone = null where id = $1`,
    [gone],
  )
  expect(await take()).toBe(2)
  expect(await leadsOf([one, other, gone])).toMatchObject([{ user_id: other, source: 'returned' }])
  await app.set('crm.takesReturned', null)
})

test('a channel sends a lead; the same phone is the same lead, also ten times at once', async () => {
  const phone = '13711110001'
  const body = { phone, name: '张三', cityCode: '440305', remark: '咨询装修贷款' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => channel.call('POST', '/lead', body)))
  expect(answers.map(({ code }) => code)).toEqual(Array(10).fill('0000'))
  expect(answers.filter((answer) => answer.body.data.isNew)).toHaveLength(1)
  const { rows } = await app.pool.query('select * from lead where phone = $1', [phone])
  expect(rows).toMatchObject([
    { name: '张三', city_code: '440305', remark: '咨询装修贷款', source: 'open', channel_id: channel.id },
  ])
})

test('a phone on the blacklist is no lead', async () => {
  const phone = '13711110002'
  await app.pool.query(
    `insert into blacklist (kind, value, reason, source) values ('phone', $1, '测试', 'manual')`,
    [phone],
  )
  expect((await channel.call('POST', '/lead', { phone })).code).toBe('4030')
  expect((await app.pool.query('select from lead where phone = $1', [phone])).rows).toEqual([])
})

test('a lead of somebody else is not named, each call counts, and what tells of a person counts as a check', async () => {
  const another = await newChannel(app)
  const [phone, ofStaff, blocked] = ['13711110003', '13711110004', '13711110005']
  await another.call('POST', '/lead', { phone })
  await app.pool.query(
    `insert into lead (phone, name, source, pool_id) select $1, '李四', 'manual', min(id) from lead_pool`,
    [ofStaff],
  )
  await app.pool.query(
    `insert into blacklist (kind, value, reason, source) values ('phone', $1, '测试', 'manual')`,
    [blocked],
  )
  const one = await newChannel(app)
  const send = async (to: string) => (await one.call('POST', '/lead', { phone: to })).body
  const used = async () =>
    (await app.pool.query('select use, used from open_day_use where channel_id = $1 order by use', [one.id]))
      .rows
  const unnamed = { code: '0000', data: { id: null, isNew: false } }
  expect([await send(phone), await send(ofStaff)]).toMatchObject([unnamed, unnamed])
  expect((await send(blocked)).code).toBe('4030')
  expect(await used()).toEqual([
    { use: 'check', used: 3 },
    { use: 'lead', used: 3 },
  ])
  const fresh = await send('13711110006')
  expect(fresh.data).toMatchObject({ id: expect.any(String), isNew: true })
  expect((await send('13711110006')).data).toEqual({ id: fresh.data.id, isNew: false })
  await app.set('open.checksPerDay', 4)
  expect([(await send(phone)).code, (await send(phone)).code, (await send(blocked)).code]).toEqual([
    ...['0000', '4290', '4290'],
  ])
  await app.set('open.checksPerDay', null)
  await app.set('open.leadsPerDay', 9)
  expect([(await send('13711110007')).code, (await send('13711110008')).code]).toEqual(['0000', '4290'])
  expect((await send('13711110006')).code).toBe('4290')
  await app.set('open.leadsPerDay', null)
  expect((await app.pool.query(`select from lead where phone = '13711110008'`)).rows).toEqual([])
})
