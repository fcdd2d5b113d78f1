import type { OrgCap } from '@kabao/contract/supply/cap-limit'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'

const app = startApp()
let world: EngineWorld
let request: Awaited<ReturnType<typeof app.as>>
beforeAll(async () => {
  world = await engineWorld(app)
  request = await app.as('org:page', 'org:caps', 'org:saveCaps', 'plan:caps', 'plan:saveCaps')
})
afterEach(async () => {
  await world.stop()
  await app.pool.query(`update plan set status = 'ended'`)
  await app.pool.query('delete from due_step')
})
afterAll(() => world.partner.stop())
const capsOf = async (area: 'org' | 'plan', id: string) =>
  (await request('GET', `/row/${area}/${id}/caps`)).body.data
const save = async (area: 'org' | 'plan', id: string, body: object) =>
  (await request('PUT', `/row/${area}/${id}/caps`, body)).body
const newChannel = async (name: string) =>
  (await world.one<{ id: string }>(`insert into channel (name, flow) values ($1, 'full') returning id`, name))
    .id

test('a cap of an organization holds for the engine as soon as it is saved, and shows what is used', async () => {
  const { orgId } = await world.org({ code: 'capped1' })
  const { version, caps } = await capsOf('org', orgId)
  expect(caps.map(({ span, most }: OrgCap) => [span, most])).toEqual([
    ['hour', null],
    ['day', null],
    ['month', null],
    ['all', null],
  ])
  await world.start()
  const saved = await save('org', orgId, { version, caps: [{ span: 'day', most: 2, mostFen: 100_000 }] })
  expect(saved.data.version).toBe(version + 1)
  // The engine reads the caps again on the announcement of the change.
  await expect
    .poll(async () => {
      await world.enter(await world.people(1))
      await world.settled()
      return (await capsOf('org', orgId)).caps.find(({ span }: OrgCap) => span === 'day')
    })
    .toMatchObject({ most: 2, mostFen: 100_000, used: 2, usedFen: 200 })
  await world.enter(await world.people(3))
  await world.settled()
  expect((await capsOf('org', orgId)).caps[1]).toMatchObject({ used: 2 })
  const { count } = await world.one<{ count: number }>(
    'select count(*)::int as count from push_record where org_id = $1',
    orgId,
  )
  expect(count).toBe(2)
  const { rows } = await app.pool.query(
    `select before, after from audit_log where point = 'org:saveCaps' and target_id = $1`,
    [orgId],
  )
  expect(rows).toEqual([{ before: { caps: [] }, after: { caps: ['day 2 ¥1000'] } }])
})

test('of two people who saw the same caps one saves, and wrong ones are refused at their row', async () => {
  const { orgId } = await world.org({ code: 'capped2' })
  const { version } = await capsOf('org', orgId)
  const answers = await Promise.all(
    [5, 6].map((most) => save('org', orgId, { version, caps: [{ span: 'hour', most }] })),
  )
  expect(answers.map(({ code }) => code).sort()).toEqual(['0000', '4090'])
  const now = (await capsOf('org', orgId)).version
  const wrong = async (...caps: object[]) =>
    Object.keys((await save('org', orgId, { version: now, caps })).data.fields)
  expect(await wrong({ span: 'day', most: 1 }, { span: 'day', most: 2 })).toEqual(['caps.1.span'])
  expect(await wrong({ span: 'day' })).toEqual(['caps.0.most'])
  expect(await wrong({ span: 'day', most: 0 })).toEqual(['caps.0.most'])
  expect(await wrong({ span: 'week', most: 1 })).toEqual(['caps.0.span'])
  expect((await save('org', orgId, { version: now, caps: [] })).code).toBe('0000')
  expect(
    (await app.pool.query(`select 1 from cap_limit where kind = 'org' and id = $1`, [orgId])).rows,
  ).toEqual([])
})

test('a plan has caps by channel; they end with the channel or the plan, and an ended plan keeps its own', async () => {
  const { planId } = await world.org({ code: 'capped3' })
  const [one, other] = [await newChannel('上限一'), await newChannel('上限二')]
  const { version } = await capsOf('plan', planId)
  const caps = [
    { channelId: other, span: 'day', most: 7 },
    { channelId: one, span: 'all', mostFen: 900 },
    { channelId: one, span: 'hour', most: 3 },
  ]
  const saved = await save('plan', planId, { version, caps })
  expect(saved.data.caps).toMatchObject([
    { channelId: one, channelName: '上限一', span: 'hour', most: 3, mostFen: null, used: 0 },
    { channelId: one, span: 'all', mostFen: 900 },
    { channelId: other, span: 'day', most: 7 },
  ])
  const next = saved.data.version
  const unknown = await save('plan', planId, {
    version: next,
    caps: [{ channelId: '999999', span: 'day', most: 1 }],
  })
  expect(Object.keys(unknown.data.fields)).toEqual(['caps.0.channelId'])
  await app.pool.query('delete from channel where id = $1', [one])
  expect((await capsOf('plan', planId)).caps).toMatchObject([{ channelId: other }])
  await app.pool.query(`update plan set status = 'ended' where id = $1`, [planId])
  expect((await save('plan', planId, { version: next, caps: [] })).code).toBe('4090')
  await app.pool.query('delete from plan where id = $1', [planId])
  expect(
    (await app.pool.query(`select 1 from cap_limit where kind = 'pair' and id = $1`, [planId])).rows,
  ).toEqual([])
})
