import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'

const app = startApp()
let world: EngineWorld
beforeAll(async () => {
  world = await engineWorld(app)
})
afterEach(async () => {
  await world.stop()
  await app.pool.query(`update plan set status = 'ended'`)
  await app.pool.query('delete from due_step')
  await app.pool.query('truncate org_breaker, org_call')
  expect(world.logged.splice(0)).toEqual([])
})
afterAll(() => world.partner.stop())

const asAdmin = () =>
  app.as('push:page', 'push:resend', 'pushTrouble:page', 'pushTrouble:handle', 'pushTrouble:export')
const stateOf = (pushId: string) =>
  world.one<{ status: string; attempts: number; closed_how: string | null }>(
    `select p.status, p.attempts, t.closed_how from push_record p left join push_trouble t on t.push_id = p.id where p.id = $1`,
    pushId,
  )

/** People whose pushes have failed for good. @returns the ids of the pushes */
async function dead(code: string, count: number) {
  const org = await world.org({ code })
  world.partner.set(code, { behaviors: ['error'] })
  await world.start()
  const users = await world.people(count)
  await world.enter(users)
  await world.settled()
  await world.stop()
  const pushes = await world.all<{ id: string; user_id: string }>(
    `select id, user_id from push_record where org_id = $1 and status = 'failed' order by id`,
    org.orgId,
  )
  expect(pushes).toHaveLength(count)
  await app.pool.query('truncate org_breaker, org_call')
  return { ...org, pushes, users }
}

test('a dead push is sent again once, however often it is asked for, and its trouble ends', async () => {
  const { orgId, pushes } = await dead('deadone', 1)
  const { id } = pushes[0] as { id: string }
  const request = await asAdmin()
  const before = await stateOf(id)
  expect(before).toMatchObject({ status: 'failed', closed_how: null })
  world.partner.set('deadone', { behaviors: ['accept'] })
  const answers = await Promise.all([1, 2, 3].map(() => request('POST', `/user/push/${id}/resend`)))
  expect(answers.map(({ body }) => body.code).toSorted()).toEqual(['0000', '4090', '4090'])
  await world.start()
  await world.settled()
  expect(await stateOf(id)).toEqual({
    status: 'accepted',
    attempts: before.attempts + 1,
    closed_how: 'resent',
  })
  const { rows } = await app.pool.query(
    `select count(*)::int as n from transfer where kind = 'charge' and ref_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ n: 1 }])
  const again = await request('POST', `/user/push/${id}/resend`, undefined, 'en-US')
  expect(again.body).toMatchObject({ code: '4090', desc: expect.stringContaining('Accepted') })
  expect(await world.one(`select held_fen::int as held from account where org_id = $1`, orgId)).toEqual({
    held: 0,
  })
})

test('all that match are counted and sent again; people on the way or accepted later are left out', async () => {
  const { orgId, pushes } = await dead('deadmany', 5)
  const [onTheWay, later] = pushes as { id: string; user_id: string }[]
  await app.pool.query(`insert into due_step (user_id, kind, due_at) values ($1, 'match', 'infinity')`, [
    onTheWay?.user_id,
  ])
  await app.pool.query(
    `insert into push_record (user_id, plan_id, org_id, flow, status, responded_at)
     select user_id, plan_id, org_id, flow, 'accepted', now() + interval '1 minute' from push_record where id = $1`,
    [later?.id],
  )
  const request = await asAdmin()
  const one = async (id = '') =>
    (await request('POST', `/user/push/${id}/resend`, undefined, 'en-US')).body.desc
  expect(await one(onTheWay?.id)).toContain('on the way')
  expect(await one(later?.id)).toContain('accepted afterwards')
  const filter = { orgId, status: 'failed' }
  const { count, others, mark } = (await request('POST', '/user/push/batch/resend/count', { filter })).body
    .data
  expect([count, others]).toEqual([3, 2])
  world.partner.set('deadmany', { behaviors: ['accept'] })
  const sent = await Promise.all(
    [1, 2].map(() => request('POST', '/user/push/batch/resend/matching', { filter, count, mark })),
  )
  expect(sent.map(({ body }) => body.data?.done ?? 0).reduce((sum, n) => sum + n, 0)).toBe(3)
  await world.start()
  await world.settled()
  expect(
    await world.all(
      `select status, count(*)::int as n from push_record where org_id = $1 group by 1 order by 1`,
      orgId,
    ),
  ).toEqual([
    { status: 'accepted', n: 4 },
    { status: 'failed', n: 2 },
  ])
})

test('a push to look at has an owner, is handed over, and is closed with a note', async () => {
  const { planId, pushes } = await dead('deadowned', 2)
  const request = await asAdmin()
  const other = await asAdmin()
  const list = async () =>
    (await request('POST', '/push/trouble/page', { planId, state: 'open' })).body.data.records
  const [row] = await list()
  expect(row).toMatchObject({
    kind: 'dead',
    status: 'failed',
    ownerId: null,
    name: '张*',
  })
  expect(pushes.map(({ id }) => id)).toContain(row.pushId)
  const assign = (version: number) =>
    request('POST', `/push/trouble/${row.id}/assign`, { version, ownerId: other.adminId })
  expect((await assign(row.version)).body.data).toMatchObject({ ownerId: other.adminId })
  expect((await assign(row.version)).body.code).toBe('4090')
  const wrong = await request('POST', `/push/trouble/${row.id}/assign`, {
    version: row.version + 1,
    ownerId: '999999',
  })
  expect(wrong.body.data.fields).toHaveProperty('ownerId')
  const close = () =>
    other('POST', `/push/trouble/${row.id}/close`, { version: row.version + 1, note: '机构已停止合作' })
  expect((await close()).body.data).toMatchObject({ closedHow: 'closed', note: '机构已停止合作' })
  expect(await list()).toHaveLength(1)
  const columns = ['pushId', 'kind', 'name', 'ownerName', 'closedHow']
  const { body } = await request('POST', '/push/trouble/export', { planId, format: 'csv', columns })
  const file = await app.app.inject(`/api/common/download?ticket=${body.data.ticket}`)
  expect(file.payload.split('\n').filter((line) => line.includes(row.pushId))).toEqual([
    expect.stringMatching(/,多次失败,张\*,.+,已关闭/),
  ])
})
