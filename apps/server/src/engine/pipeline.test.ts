import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Behavior } from '#demo/partner/behaviors'
import { businessClock } from '#platform/settings/business-clock'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'
import { runsOf } from '#test/stored-runs'
import { answerLater } from './answer-later.ts'
import type { Point } from './engine.ts'

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

interface Books {
  balance: number
  held: number
  charged: number
  holds: number
  accepted: number
  price: number
}
/** What an organization paid, by its account, by its transfers and by its accepted pushes. */
const booksOf = (orgId: string) =>
  world.one<Books>(
    `select a.balance_fen::int as balance, a.held_fen::int as held,
       (select count(*)::int from transfer t join account c on c.id = t.account_id where c.org_id = $1 and t.kind = 'charge') as charged,
       (select count(*)::int from hold h join account c on c.id = h.account_id where c.org_id = $1) as holds,
       (select count(*)::int from push_record where org_id = $1 and status = 'accepted') as accepted,
       (select coalesce(sum(price_fen), 0)::int from push_record where org_id = $1 and status = 'accepted') as price
     from org_account a where a.org_id = $1`,
    orgId,
  )
const useOf = (planId: string, span = 'day') =>
  world.one<{ used: number; fen: number } | undefined>(
    `select used, fen::int as fen from cap_use where kind = 'plan' and id = $1 and span = $2`,
    planId,
    span,
  )
const pushesOf = (userId: string) =>
  world.all<{
    id: string
    planId: string
    status: string
    attempts: number
    reason: string | null
    externalId: string | null
  }>(
    `select id, plan_id as "planId", status, attempts, reason, external_id as "externalId" from push_record where user_id = $1 order by id`,
    userId,
  )
const statusOf = async (userId: string) =>
  (await world.one<{ status: string }>('select status from "user" where id = $1', userId)).status
const attemptsOf = (pushId: string) =>
  world.all<{
    stage: string
    outcome: string
    error: string | null
    request: object
    reply: unknown
    ms: number
  }>(
    `select stage, outcome, error, request, reply, took_ms as ms from push_attempt where push_id = $1 order by id`,
    pushId,
  )
/** What is told of the end of the last search: by the step, in the timeline, and by the run, for the plans that were not tried. */
async function endOf(userId: string) {
  const { result } = await world.one<{ result: string }>(
    'select result from step_taken where user_id = $1 order by id desc limit 1',
    userId,
  )
  const request = await app.as('user:timeline')
  const { events } = (await request('POST', `/user/${userId}/timeline`, {})).body.data
  const { whyNot = [] } = (await runsOf(app.db, userId)).findLast(({ planId }) => planId === null) ?? {}
  const { ended } = events.find(({ kind }: { kind: string }) => kind === 'matched')
  return { result, ended, rules: whyNot.map(([, rule]) => rule).filter((rule) => rule !== 'dedupe') }
}
async function one(fields?: Record<string, unknown>): Promise<string> {
  const [id = ''] = await world.people(1, fields)
  await world.enter([id])
  return id
}

test('a person goes from registration to an accepted push, once, and it is charged', async () => {
  const { orgId, planId } = await world.org({ code: 'accepts1', plan: { daily_cap: 5 } })
  await world.start()
  const userId = await one()
  await world.settled()
  expect(await pushesOf(userId)).toMatchObject([
    { planId, status: 'accepted', attempts: 1, externalId: expect.stringContaining('Paccepts1-p') },
  ])
  expect(await statusOf(userId)).toBe('accepted')
  expect(await booksOf(orgId)).toMatchObject({ balance: 999_900, held: 0, charged: 1, holds: 0, price: 100 })
  expect(await useOf(planId)).toEqual({ used: 1, fen: 100 })
  const [push] = await pushesOf(userId)
  const attempts = await attemptsOf(push?.id as string)
  expect(attempts).toMatchObject([{ stage: 'submit', outcome: 'accepted' }])
  expect(JSON.stringify(attempts)).not.toContain('张三')
  // The id of a push may hold digits like those of a phone.
  expect(JSON.stringify(attempts).replaceAll(`p${push?.id}`, '')).not.toMatch(/139\d{8}/)
  const taken = await world.all(
    'select kind, result, ms >= 0 as timed from step_taken where user_id = $1 order by id',
    userId,
  )
  expect(taken).toEqual([
    { kind: 'screen', result: 'low', timed: true },
    { kind: 'match', result: 'matched', timed: true },
  ])
  const request = await app.as('user:timeline')
  const { events } = (await request('POST', `/user/${userId}/timeline`, {})).body.data
  const ours = events.filter(({ kind }: { kind: string }) => !['registered', 'profiled'].includes(kind))
  expect(ours).toMatchObject([
    { kind: 'answered', status: 'accepted' },
    { kind: 'called', stage: 'submit', outcome: 'accepted', orgName: 'accepts1', ms: expect.any(Number) },
    { kind: 'pushed', planName: 'accepts1' },
    { kind: 'matched', planName: 'accepts1', ms: expect.any(Number) },
    { kind: 'screened', level: 'low', ms: expect.any(Number) },
  ])
  await world.enter([userId])
  await world.settled()
  expect(await pushesOf(userId)).toHaveLength(1)
  const runs = await runsOf(app.db, userId)
  expect(runs).toMatchObject([{ planId }, { planId: null }])
  expect(runs[1]?.whyNot.find(([id]) => String(id) === planId)).toEqual([planId, 'dedupe', 30, 0])
})

test('after a rejection the next plan is tried, the best first, and what was claimed is given back', async () => {
  const rejects = await world.org({ code: 'rejects1', plan: { price_fen: 900 } })
  const knows = await world.org({ code: 'knows1', plan: { price_fen: 800 } })
  const poor = await world.org({ code: 'poor1', balanceFen: 0, plan: { price_fen: 700 } })
  const takes = await world.org({ code: 'takes1', plan: { price_fen: 600 } })
  const cheap = await world.org({ code: 'cheap1', plan: { price_fen: 500 } })
  world.partner.set('rejects1', { behaviors: ['reject'] })
  world.partner.set('knows1', { behaviors: ['duplicate'] })
  await world.start()
  const userId = await one()
  await world.settled()
  expect(await pushesOf(userId)).toMatchObject([
    { planId: rejects.planId, status: 'rejected', reason: 'score too low' },
    { planId: knows.planId, status: 'duplicate' },
    { planId: takes.planId, status: 'accepted' },
  ])
  for (const { orgId, planId } of [rejects, knows]) {
    expect(await booksOf(orgId)).toMatchObject({ balance: 1_000_000, held: 0, charged: 0, holds: 0 })
    expect(await useOf(planId)).toEqual({ used: 0, fen: 0 })
  }
  const run = (await runsOf(app.db, userId)).find(({ planId }) => planId === rejects.planId)
  expect(run?.whyNot).toContainEqual([poor.planId, 'funds', 700, 0])
  expect(run?.whyNot.map(([id]) => id)).not.toContain(cheap.planId)
})

test('a search asks no more organizations than the setting says', async () => {
  for (const nth of [1, 2, 3, 4]) {
    await world.org({ code: `limit${nth}`, plan: { price_fen: 100 * nth } })
    world.partner.set(`limit${nth}`, { behaviors: ['reject'] })
  }
  await app.set('push.maxOffers', 3)
  await world.start()
  const userId = await one()
  await world.settled()
  expect(await pushesOf(userId)).toHaveLength(3)
  expect(await statusOf(userId)).toBe('rejected')
  await app.set('push.maxOffers', null)
  expect(await endOf(userId)).toEqual({ result: 'offers', ended: 'offers', rules: ['offers'] })
})

test('a search that has lasted as long as it may ends with its reason', async () => {
  await world.org({ code: 'late1' })
  await world.start()
  const [userId = ''] = await world.people(1)
  await app.pool.query(`insert into due_step (user_id, kind, state) values ($1, 'match', $2)`, [
    userId,
    { searchMs: 19_900, offers: 1 },
  ])
  await world.settled()
  expect(await pushesOf(userId)).toEqual([])
  expect(await endOf(userId)).toEqual({ result: 'time', ended: 'time', rules: ['time'] })
})

test('nobody on the blacklist, deleted, or with an incomplete profile is pushed', async () => {
  await world.org({ code: 'strict1' })
  await world.start()
  await app.pool.query(`insert into blacklist (kind, value) values ('device', 'bad-device')`)
  const blocked = await one({ device: 'bad-device' })
  const [deleted = ''] = await world.people(1)
  await app.pool.query(
    `update "user" set status = 'deleted', deleted_at = now(), phone = null, name = null where id = $1`,
    [deleted],
  )
  await world.enter([deleted])
  const early = await one({ profiled_at: null })
  await world.settled()
  for (const id of [blocked, deleted, early]) expect(await pushesOf(id)).toEqual([])
  expect(await world.one('select result from step_taken where user_id = $1', blocked)).toEqual({
    result: 'blacklisted',
  })
})

describe('under load', () => {
  test('200 at once against a cap of 50, with rejections and timeouts: never above 50, and 50 in the end', async () => {
    const { orgId, planId } = await world.org({ code: 'capped1', timeoutMs: 400, plan: { daily_cap: 50 } })
    world.partner.set('capped1', {
      behaviors: ['accept', 'reject', 'accept', 'slow', 'duplicate'],
      slowMs: 1_500,
    })
    await Promise.all([world.start(), world.start(), world.start()])
    const ids = await world.people(200)
    let most = 0
    const watching = setInterval(async () => {
      most = Math.max(most, (await useOf(planId))?.used ?? 0)
    }, 20)
    await world.enter(ids)
    await world.settled()
    clearInterval(watching)
    expect(most).toBeLessThanOrEqual(50)
    // Rejections gave their places back, so those who come later fill them.
    for (let round = 0; round < 20 && ((await useOf(planId))?.used ?? 0) < 50; round++) {
      await world.enter(await world.people(20))
      await world.settled()
    }
    const books = await booksOf(orgId)
    expect(await useOf(planId)).toEqual({ used: 50, fen: 5_000 })
    expect(books).toMatchObject({ accepted: 50, charged: 50, held: 0, holds: 0, balance: 1_000_000 - 5_000 })
    expect(world.partner.memory.accepted('capped1')).toBe(50)
  }, 90_000)

  test('a balance for 30 of 100: 30 are accepted and paid, nobody is accepted unpaid', async () => {
    const { orgId } = await world.org({ code: 'short1', balanceFen: 3_050 })
    await Promise.all([world.start(), world.start()])
    await world.enter(await world.people(100))
    await world.settled()
    expect(await booksOf(orgId)).toMatchObject({ balance: 50, held: 0, holds: 0, accepted: 30, charged: 30 })
    expect(world.partner.memory.accepted('short1')).toBe(30)
  }, 60_000)
})

describe('what a partner may do wrong', () => {
  test.each<[Behavior, string, string]>([
    ['slow', 'accepted', 'the query says so'],
    ['drop', 'accepted', 'the query says so'],
    ['later', 'accepted', 'the query says so'],
    ['rubbish', 'accepted', 'the query says so'],
    ['huge', 'accepted', 'the query says so'],
    ['drip', 'accepted', 'the query says so'],
    ['truncated', 'accepted', 'the query says so'],
    ['refuse', 'failed', 'the query says that it was never taken'],
    ['redirect', 'failed', 'the query says that it was never taken'],
  ])('%s: unclear, held, nobody else gets the person; then %s, because %s', async (behavior, ends) => {
    const code = `odd${behavior}`
    const { orgId, planId } = await world.org({ code, timeoutMs: 700, plan: { price_fen: 300 } })
    const other = await world.org({ code: `${code}2`.slice(0, 16), plan: { price_fen: 200 } })
    world.partner.set(code, { behaviors: [behavior], slowMs: 3_000, toldAfterMs: 500 })
    await world.start({ pauses: { retry: [], query: [700, 300, 300, 300] } })
    const userId = await one()
    await until(async () => (await pushesOf(userId))[0]?.status === 'unknown')
    expect(await booksOf(orgId)).toMatchObject({ held: 300, charged: 0, holds: 1 })
    expect(await useOf(planId)).toEqual({ used: 1, fen: 300 })
    expect(await pushesOf(userId)).toHaveLength(1)
    await world.settled()
    const pushes = await pushesOf(userId)
    expect(pushes[0]?.status).toBe(ends)
    const isAccepted = ends === 'accepted'
    expect(await booksOf(orgId)).toMatchObject({ held: 0, holds: 0, charged: isAccepted ? 1 : 0 })
    expect(await booksOf(other.orgId)).toMatchObject({ accepted: isAccepted ? 0 : 1 })
    const requests = world.partner.memory.received.filter(({ org }) => org === code)
    expect(new Set(requests.map(({ requestId }) => requestId))).toEqual(new Set([`p${pushes[0]?.id}`]))
    expect(requests.filter(({ stage }) => stage === 'submit')).toHaveLength(1)
  })

  test('without a query stage an unclear push waits for a person, with its price held', async () => {
    const { orgId } = await world.org({ code: 'mute1', canQuery: false })
    world.partner.set('mute1', { behaviors: ['drop'] })
    await world.start()
    const userId = await one()
    await until(async () => (await pushesOf(userId))[0]?.status === 'unknown')
    await world.settled()
    expect(await booksOf(orgId)).toMatchObject({ held: 100, charged: 0 })
    expect(await world.one('select kind from due_step where user_id = $1', userId)).toEqual({ kind: 'ask' })
    const [push] = await pushesOf(userId)
    expect(await world.one('select kind from push_trouble where push_id = $1', push?.id)).toEqual({
      kind: 'unknown',
    })
  })

  test('what surely failed is tried again under the same request id, and is dead after the last round', async () => {
    const { orgId, planId } = await world.org({ code: 'fails1' })
    world.partner.set('fails1', { behaviors: ['fail', 'error', 'fail', 'accept'] })
    await world.start()
    const userId = await one()
    await world.settled()
    const [push] = await pushesOf(userId)
    expect(push).toMatchObject({ status: 'accepted', attempts: 4 })
    expect(await booksOf(orgId)).toMatchObject({ charged: 1, held: 0, balance: 999_900 })
    expect(await useOf(planId)).toEqual({ used: 1, fen: 100 })
    const ids = world.partner.memory.received
      .filter(({ org }) => org === 'fails1')
      .map(({ requestId }) => requestId)
    expect(new Set(ids)).toEqual(new Set([`p${push?.id}`]))

    world.partner.set('fails1', { behaviors: ['fail'] })
    const other = await one()
    await world.settled()
    const [dead] = await pushesOf(other)
    expect(dead).toMatchObject({ status: 'failed', attempts: 4 })
    expect(await world.one('select kind from push_trouble where push_id = $1', dead?.id)).toEqual({
      kind: 'dead',
    })
    expect(await booksOf(orgId)).toMatchObject({ charged: 1, held: 0, holds: 0 })
    expect(await useOf(planId)).toEqual({ used: 1, fen: 100 })
  })

  test('429 with Retry-After: the person goes on to the next, and the organization is not called until then', async () => {
    await world.org({ code: 'busy1', plan: { price_fen: 900 } })
    const other = await world.org({ code: 'free1', plan: { price_fen: 100 } })
    world.partner.set('busy1', { behaviors: ['busy'] })
    await world.start()
    const first = await one()
    await world.settled()
    expect((await pushesOf(first)).map(({ status }) => status)).toEqual(['failed', 'accepted'])
    const second = await one()
    await world.settled()
    expect(await pushesOf(second)).toMatchObject([{ planId: other.planId, status: 'accepted' }])
    const [run] = await runsOf(app.db, second)
    expect(run?.whyNot.map(([, rule]) => rule)).toContain('pause')
    expect(await world.all('select from org_breaker')).toEqual([])
  })

  test('the breaker of a dead organization opens on all instances, and one probe at a time closes it', async () => {
    await world.org({ code: 'dead1', plan: { price_fen: 900 } })
    const other = await world.org({ code: 'alive1', plan: { price_fen: 100 } })
    world.partner.set('dead1', { behaviors: ['error'] })
    await Promise.all([
      world.start({ limits: { concurrent: 2 } }),
      world.start({ limits: { concurrent: 2 } }),
    ])
    await world.enter(await world.people(60))
    await world.settled()
    const calls = () => world.partner.memory.received.filter(({ org }) => org === 'dead1').length
    expect(calls()).toBeGreaterThanOrEqual(10)
    expect(calls()).toBeLessThan(20)
    expect(await booksOf(other.orgId)).toMatchObject({ accepted: 60 })
    const before = calls()
    world.partner.set('dead1', { behaviors: ['slow'], slowMs: 500 })
    await app.pool.query('update org_breaker set probe_at = now()')
    await world.enter(await world.people(8))
    await until(() => calls() > before)
    await new Promise((done) => setTimeout(done, 300))
    expect(calls()).toBe(before + 1)
    await world.settled()
    expect(await world.all('select from org_breaker')).toEqual([])
  }, 60_000)
})

describe('an answer that comes later', () => {
  const pauses = { retry: [], query: [] }
  const answer = (pushId: string, outcome: 'accepted' | 'rejected', orgId: string | null) =>
    app.db
      .transaction()
      .execute((write) =>
        answerLater(
          write,
          { clock: () => businessClock(app.app.services.settings), pauses, leaseMs: 1_000 },
          { pushId, orgId, outcome },
        ),
      )

  test('settles an unclear push once: accepted is charged, said again it changes nothing, and otherwise it is refused', async () => {
    const { orgId, planId } = await world.org({ code: 'later1', canQuery: false })
    const other = await world.org({ code: 'later2', plan: { price_fen: 50 } })
    world.partner.set('later1', { behaviors: ['later'] })
    await world.start()
    const [first, second] = [await one(), await one()]
    await world.settled()
    const [[early], [two]] = [await pushesOf(first), await pushesOf(second)]
    expect([early?.status, two?.status]).toEqual(['unknown', 'unknown'])
    const pushId = early?.id as string
    expect(await answer(pushId, 'accepted', other.orgId)).toBe('notFound')
    const answers = await Promise.all([1, 2, 3].map(() => answer(pushId, 'accepted', orgId)))
    expect(answers.toSorted()).toEqual(['known', 'known', 'settled'])
    expect(await answer(pushId, 'rejected', orgId)).toBe('conflict')
    expect(await booksOf(orgId)).toMatchObject({ charged: 1, held: 100, balance: 999_900 })
    // A rejection frees the person for the next plan, if the search is not over.
    expect(await answer(two?.id as string, 'rejected', null)).toBe('settled')
    await world.settled()
    expect(await booksOf(orgId)).toMatchObject({ charged: 1, held: 0, holds: 0 })
    expect(await useOf(planId)).toEqual({ used: 1, fen: 100 })
    expect((await pushesOf(second)).map(({ status }) => status)).toEqual(['rejected', 'accepted'])
  })
})

test('an administrator with the point says how an unclear push ended; everybody else may not, and nobody says it of another push', async () => {
  const { orgId } = await world.org({ code: 'byhand1', canQuery: false, plan: { price_fen: 250 } })
  world.partner.set('byhand1', { behaviors: ['drop'] })
  await world.start()
  const userId = await one()
  await world.settled()
  const [push] = await pushesOf(userId)
  const address = `/user/push/${push?.id}/settle`
  const [request, reader] = [await app.as('push:settle', 'push:page'), await app.as('push:page')]
  expect((await reader('POST', address, { outcome: 'accepted' })).body.code).toBe('4030')
  expect((await request('POST', address, { outcome: 'returned' })).body.code).toBe('4000')
  const { body } = await request('POST', address, { outcome: 'accepted' })
  expect(body).toMatchObject({ code: '0000', data: { status: 'accepted' } })
  expect((await request('POST', address, { outcome: 'accepted' })).body.code).toBe('0000')
  expect((await request('POST', address, { outcome: 'rejected' })).body.code).toBe('4090')
  expect(await booksOf(orgId)).toMatchObject({ balance: 999_750, held: 0, holds: 0, charged: 1 })
  expect(await statusOf(userId)).toBe('accepted')
  expect(await world.all('select from due_step where user_id = $1', userId)).toEqual([])
  const lines = await world.all(
    `select before, after from audit_log where point = 'push:settle' and target_id = $1 and result = 'done' order by id`,
    push?.id,
  )
  expect(lines[0]).toEqual({ before: { status: 'unknown' }, after: { status: 'accepted' } })
})

describe('an instance that is killed', () => {
  test.each<[Point, string, number]>([
    ['decided', 'submits with the same request id', 1],
    ['begun', 'asks, and learns that nobody was taken', 1],
    ['answered', 'asks, and learns that the person was taken', 1],
    ['settled', 'finds nothing to do', 1],
  ])('at “%s”: another one %s; the books are right and nobody is stuck', async (point) => {
    const code = `kill${point}`
    const { orgId, planId } = await world.org({ code })
    let killed = ''
    const never = new Promise<void>(() => undefined)
    const limits = { leaseMs: 900, concurrent: 1 }
    // It holds its only place for good, as a killed instance holds its steps until their lease ends.
    const doomed = await world.start({
      limits,
      at: (at, pushId) => {
        if (at !== point) return
        killed = pushId
        return never
      },
    })
    world.forget(doomed)
    const userId = await one()
    await until(() => killed !== '')
    await world.start({ limits: { ...limits, concurrent: 8 } })
    await world.settled()
    const pushes = await pushesOf(userId)
    expect(pushes).toMatchObject([{ id: killed, planId, status: 'accepted' }])
    expect(await booksOf(orgId)).toMatchObject({
      charged: 1,
      held: 0,
      holds: 0,
      accepted: 1,
      balance: 999_900,
    })
    expect(await useOf(planId)).toEqual({ used: 1, fen: 100 })
    const requests = world.partner.memory.received.filter(({ org }) => org === code)
    expect(new Set(requests.map(({ requestId }) => requestId))).toEqual(new Set([`p${killed}`]))
    expect(world.partner.memory.accepted(code)).toBe(1)
  })
})

describe('connections that break', () => {
  /** Ends every connection of the service's role to this database. */
  const breakAll = () =>
    app.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = 'kabao_service' and query not ilike 'listen%'`)

  test.each<Point>(['decided', 'begun', 'answered'])(
    'at “%s”: the push ends once, and is paid once',
    async (point) => {
      const { orgId, planId } = await world.org({ code: `cut${point}` })
      let isCut = false
      await world.start({
        limits: { leaseMs: 1_500 },
        at: async (at) => {
          if (at !== point || isCut) return
          isCut = true
          await breakAll()
        },
      })
      const userId = await one()
      await world.settled()
      expect(isCut).toBe(true)
      expect(await pushesOf(userId)).toMatchObject([{ planId, status: 'accepted' }])
      expect(await booksOf(orgId)).toMatchObject({ charged: 1, held: 0, holds: 0, balance: 999_900 })
      expect(world.partner.memory.accepted(`cut${point}`)).toBe(1)
      world.logged.length = 0
    },
  )

  test('again and again while 60 people are on the way: every one ends, and the books are right', async () => {
    const { orgId, planId } = await world.org({ code: 'storm1' })
    world.partner.set('storm1', { behaviors: ['accept', 'accept', 'reject', 'drop'] })
    const limits = { leaseMs: 1_500, concurrent: 8 }
    await Promise.all([world.start({ limits }), world.start({ limits })])
    const ids = await world.people(60)
    const cutting = setInterval(() => void breakAll().catch(() => undefined), 150)
    await world.enter(ids)
    await new Promise((done) => setTimeout(done, 3_000))
    clearInterval(cutting)
    await world.settled(60_000)
    const books = await booksOf(orgId)
    expect(books).toMatchObject({ held: 0, holds: 0 })
    expect(books.charged).toBe(books.accepted)
    expect(books.balance).toBe(1_000_000 - books.price)
    expect(world.partner.memory.accepted('storm1')).toBe(books.accepted)
    expect(await useOf(planId)).toEqual({ used: books.accepted, fen: books.price })
    const open = await world.one(
      `select count(*)::int as n from push_record where org_id = $1 and status in ('pending', 'unknown')`,
      orgId,
    )
    expect(open).toEqual({ n: 0 })
    world.logged.length = 0
  }, 90_000)
})

async function until(holds: () => Promise<boolean> | boolean, ms = 20_000) {
  const end = performance.now() + ms
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('it did not happen in time')
    await new Promise((done) => setTimeout(done, 20))
  }
}
