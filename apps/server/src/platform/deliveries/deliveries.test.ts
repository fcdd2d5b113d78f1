import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startApp } from '#test/harness'
import { newChannel } from '#test/open-caller'
import {
  listen,
  type ReachTarget,
  type ReachWorld,
  reachTarget,
  reachWorld,
  testPostback,
} from '#test/reach-world'

const app = startApp()
let world: ReachWorld
let channelId: string
const targets: ReachTarget[] = []
const newTarget = async (...given: Parameters<typeof reachTarget>) => {
  const target = listen(await reachTarget(...given))
  targets.push(target)
  return target
}
beforeAll(() => {
  world = reachWorld(app)
})
beforeEach(async () => {
  channelId = (await newChannel(app)).id
})
afterEach(async () => {
  await world.stop()
  await app.pool.query('delete from delivery_due')
  await app.pool.query('delete from delivery_target')
  await app.pool.query('update hook set is_on = false')
})
afterAll(() => Promise.all(targets.map((target) => target.close())))

const settled = () =>
  vi.waitFor(async () => expect(await world.waiting()).toBe(0), { timeout: 20_000, interval: 30 })
const idsAt = ({ got }: ReachTarget) => got.map(({ headers }) => headers['x-event-id'])

test('an event is sent once, with its id, and what was sent and answered is kept', async () => {
  const target = await newTarget()
  const hook = await world.hook({ channelId, template: testPostback(`${target.url}/told`) })
  const [userId] = await world.people(channelId, 1)
  world.start()
  await settled()
  const [row] = await world.deliveries(hook)
  expect(row).toMatchObject({
    state: 'sent',
    reason: null,
    round: 1,
    event: 'registered',
    subject_id: userId,
  })
  expect(target.got).toHaveLength(1)
  expect(target.got[0]?.headers['x-event-id']).toBe(row?.event_id)
  expect(JSON.parse(target.got[0]?.body ?? '')).toMatchObject({
    id: row?.event_id,
    event: 'registered',
    user: userId,
  })
  expect(row?.tries).toMatchObject([{ said: '200', outcome: 'ok', answer: '{"code":0}' }])
  expect(
    await world.all('select what, n::int from delivery_count where target_id = $1 order by what', hook),
  ).toEqual([
    { what: 'sent', n: 1 },
    { what: 'try', n: 1 },
  ])
})

test.each<[string, Parameters<typeof reachTarget>[0], string]>([
  ['drops the connection', (_got, response) => void response.destroy(), 'broken'],
  ['answers 500', (_got, response) => void response.writeHead(500).end('{"code":0}'), '500'],
  ['answers rubbish', (_got, response) => void response.end('<html>'), '200'],
  ['answers with another code', (_got, response) => void response.end('{"code":7}'), '200'],
])('a target that %s is tried again under the same id until it takes it', async (_, behave, said) => {
  const target = await newTarget((got, response, nth) =>
    nth <= 2 ? behave?.(got, response, nth) : void response.end('{"code":0}'),
  )
  const hook = await world.hook({ channelId, template: testPostback(target.url) })
  await world.people(channelId, 1)
  world.start()
  await settled()
  const [row] = await world.deliveries(hook)
  expect(row?.tries.map((tried) => tried.said)).toEqual([said, said, '200'])
  expect(row?.state).toBe('sent')
  expect(new Set(idsAt(target))).toEqual(new Set([row?.event_id]))
})

test('a slow target times out, and is dead after its tries; a person sends it again', async () => {
  const target = await newTarget(() => undefined)
  const template = testPostback(target.url)
  const hook = await world.hook({
    channelId,
    template: { ...template, request: { ...template.request, timeoutMs: 200 } },
  })
  await world.people(channelId, 1)
  world.start({}, { pauses: [10] })
  await settled()
  const [row] = await world.deliveries(hook)
  expect(row).toMatchObject({ state: 'dead', reason: 'tries', round: 2 })
  expect(row?.tries.map(({ said }) => said)).toEqual(['timeout', 'timeout'])
  target.behave = (_got, response) => void response.end('{"code":0}')
  const request = await app.as('postback:deliveries', 'postback:again')
  const { body } = await request('POST', `/row/postback/delivery/${row?.id}/again`)
  expect(body.data).toMatchObject({ id: row?.id, state: 'waiting', reason: null })
  await settled()
  expect((await world.deliveries(hook))[0]).toMatchObject({ state: 'sent', round: 1 })
  expect(new Set(idsAt(target)).size).toBe(1)
})

test('what would never be taken is dead at once', async () => {
  const target = await newTarget(
    (_got, response, nth) =>
      void (nth === 1 ? response.writeHead(410).end() : response.end('{"code":9,"message":"no such click"}')),
  )
  const hook = await world.hook({ channelId, template: testPostback(target.url) })
  await world.people(channelId, 2)
  world.start()
  await settled()
  expect((await world.deliveries(hook)).map(({ state, reason, round }) => [state, reason, round])).toEqual([
    ['dead', 'refused', 1],
    ['dead', 'refused', 1],
  ])
})

test('a pause that a target asks for is kept by all, and is no failure', async () => {
  const begun: number[] = []
  const target = await newTarget((_got, response, nth) => {
    begun.push(performance.now())
    void (nth === 1 ? response.writeHead(429, { 'retry-after': '2' }).end() : response.end('{"code":0}'))
  })
  const hook = await world.hook({ channelId, template: testPostback(target.url) })
  await world.people(channelId, 1)
  world.start()
  world.start()
  await vi.waitFor(() => expect(target.got).toHaveLength(1))
  await vi.waitFor(async () =>
    expect(await world.all('select from delivery_target where paused_until > now()')).toHaveLength(1),
  )
  await world.people(channelId, 1)
  await settled()
  expect(target.got).toHaveLength(3)
  expect((begun[1] ?? 0) - (begun[0] ?? 0)).toBeGreaterThan(1_500)
  expect((await world.deliveries(hook)).map(({ state }) => state)).toEqual(['sent', 'sent'])
})

test('a dead target opens its breaker and keeps nobody else waiting', async () => {
  const [dead, alive] = [await newTarget((_got, response) => void response.destroy()), await newTarget()]
  const hook = await world.hook({ channelId, template: testPostback(dead.url) })
  const other = (await newChannel(app)).id
  const good = await world.hook({ channelId: other, template: testPostback(alive.url) })
  await world.people(channelId, 300)
  world.start({ ofTarget: 4 })
  await vi.waitFor(async () =>
    expect(await world.all('select from delivery_target where broken_at is not null')).toHaveLength(1),
  )
  await world.people(other, 100)
  await vi.waitFor(
    async () =>
      expect(new Set((await world.deliveries(good)).map(({ state }) => state))).toEqual(new Set(['sent'])),
    { timeout: 10_000 },
  )
  expect(dead.got.length).toBeLessThan(40)
  // Once the probe finds it back, all are sent.
  dead.behave = (_got, response) => void response.end('{"code":0}')
  await app.pool.query('update delivery_target set probe_at = now()')
  await settled()
  expect(new Set((await world.deliveries(hook)).map(({ state }) => state))).toEqual(new Set(['sent']))
})

test('an instance that is killed between the call and its result sends it again under the same id, counted once', async () => {
  const target = await newTarget()
  // A place that was taken twice would leave none for the last ones.
  const hook = await world.hook({ channelId, dailyCap: 5, template: testPostback(target.url) })
  await world.people(channelId, 5)
  const never = new Promise<void>(() => undefined)
  // It has no place left, so it claims nothing again when its leases end.
  world.forget(world.start({ leaseMs: 1_000, ofTarget: 5 }, { at: () => never }))
  await vi.waitFor(() => expect(target.got).toHaveLength(5))
  world.start()
  await settled()
  const rows = await world.deliveries(hook)
  expect(rows.map(({ state, round }) => [state, round])).toEqual(Array(5).fill(['sent', 1]))
  const ids = rows.map(({ event_id }) => event_id)
  expect(idsAt(target).toSorted()).toEqual([...ids, ...ids].toSorted())
  expect(await world.all('select n from hook_day where hook_id = $1', hook)).toEqual([{ n: 5 }])
  const { day } =
    (await world.all<{ day: string }>(`select (now() at time zone 'Asia/Shanghai')::date::text as day`))[0] ??
    {}
  const request = await app.as('postback:deliveries')
  const figures = await request('POST', '/row/postback/figures', { targetId: hook, fromDay: day, toDay: day })
  expect(figures.body.data).toMatchObject([{ event: 'registered', tries: 5, sent: 5, dead: 0, untold: 0 }])
  // One more is over the cap, and no figure says that it was sent.
  await world.people(channelId, 1)
  await settled()
  const after = await request('POST', '/row/postback/figures', { targetId: hook, fromDay: day, toDay: day })
  expect(after.body.data).toMatchObject([{ tries: 5, sent: 5, untold: 1 }])
  expect(await world.all('select n from hook_day where hook_id = $1', hook)).toEqual([{ n: 5 }])
})

test('instances at once send each event once', async () => {
  const target = await newTarget((_got, response) => void setTimeout(() => response.end('{"code":0}'), 10))
  const template = testPostback(target.url)
  const hook = await world.hook({
    channelId,
    template: { ...template, request: { ...template.request, timeoutMs: 20_000 } },
  })
  for (let nth = 0; nth < 3; nth++) world.start()
  await Promise.all(Array.from({ length: 6 }, () => world.people(channelId, 50)))
  await settled()
  const rows = await world.deliveries(hook)
  expect(rows).toHaveLength(300)
  expect(idsAt(target).toSorted()).toEqual(rows.map(({ event_id }) => event_id).toSorted())
  expect(world.logged).toEqual([])
})

test('events that go together are one call, and each has its own result', async () => {
  const target = await newTarget(
    (_got, response) =>
      void response.end('{"code":0,"failures":[{"position":"list[1]","message":"no such click"}]}'),
  )
  const template = testPostback(target.url)
  const hook = await world.hook({
    channelId,
    template: {
      ...template,
      request: { ...template.request, body: '{"token":"x","list":[{"user":{{ userId | append: "" }}}]}' },
      batch: {
        most: 100,
        list: 'list',
        failures: { items: '$.failures[*]', position: '$.position', reason: '$.message' },
      },
    },
  })
  const users = [...(await world.people(channelId, 2)), ...(await world.people(channelId, 1))]
  await app.pool.query(
    'update delivery_due set due_at = now() where delivery_id = (select min(delivery_id) from delivery_due)',
  )
  world.start()
  await settled()
  expect(target.got.map(({ body }) => JSON.parse(body))).toEqual([
    { token: 'x', list: users.map((user) => ({ user })) },
  ])
  const rows = await world.deliveries(hook)
  expect(rows.map(({ state, reason }) => [state, reason])).toEqual([
    ['sent', null],
    ['dead', 'refused'],
    ['sent', null],
  ])
})
