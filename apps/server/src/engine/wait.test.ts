import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { recharge } from '#ledger/bookings'
import type { OutgoingResult } from '#platform/outgoing/outgoing'
import { pauseOf } from '#platform/outgoing/pause'
import { noteCalls } from '#supply/breaker'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'
import { runsOf } from '#test/stored-runs'
import type { RunningPlan } from './plans/running.ts'
import { comesBackAt, openingOf } from './wait.ts'
import { wakeWaiting } from './wake.ts'

const clock = { timeZone: 'Asia/Shanghai', dayStartsAt: '06:00' }
const at = Date.parse('2026-03-10T02:20:00Z')

describe('when a plan that is full opens', () => {
  const plan = {
    waitsWhenFull: true,
    windows: [],
    startsOn: '2026-01-01',
    endsOn: null,
  } as object as RunningPlan
  const opens = (rule: 'hourlyCap', fields: object = {}, waitsFrom = at) => {
    const opening = openingOf({ ...plan, ...fields }, { rule, wanted: 1, seen: 1 }, { at, waitsFrom }, clock)
    return opening && new Date(opening.opens).toISOString()
  }

  test.each([
    ['hourlyCap', '2026-03-10T03:00:00.000Z'],
    ['dailyCap', '2026-03-10T22:00:00.000Z'],
    ['budget', '2026-03-10T22:00:00.000Z'],
    ['monthlyCap', '2026-03-31T22:00:00.000Z'],
    ['totalCap', null],
    ['pace', null],
    ['city', null],
    ['funds', null],
  ])('by the rule %s', (rule, instant) => {
    expect(opens(rule as 'hourlyCap')).toBe(instant)
  })

  test('it is the next instant within its windows and dates', () => {
    const windows = [{ weekday: 3, from: '14:00', to: '15:00' }]
    expect(opens('hourlyCap', { windows })).toBe('2026-03-11T06:00:00.000Z')
    expect(opens('hourlyCap', { windows, endsOn: '2026-03-10' })).toBeNull()
  })

  test('nobody waits who does not have to, or longer than 31 days in all', () => {
    expect(opens('hourlyCap', { waitsWhenFull: false })).toBeNull()
    expect(opens('hourlyCap', {}, at - 31 * 86_400_000)).toBeNull()
  })

  test('who came first comes back first, within a minute', () => {
    const opening = { began: 0, opens: 3_600_000 }
    const times = [0, 600_000, 1_800_000, 3_599_999].map((came) => comesBackAt(opening, came, 0))
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(times[0]).toBe(3_600_000)
    expect(times.at(-1)).toBeLessThanOrEqual(3_660_000)
    expect(comesBackAt(opening, 0, 1)).toBe(3_601_000)
  })
})

const answer = (status: number, after?: string): OutgoingResult => ({
  kind: 'answer',
  status,
  body: '',
  tooLarge: false,
  unreadable: null,
  ms: 1,
  headers: after === undefined ? {} : { 'retry-after': after },
})

test.each([
  [429, undefined, 1_000],
  [429, 'soon', 1_000],
  [429, '0', 1_000],
  [429, '7', 7_000],
  [429, '86400', 3_600_000],
  [429, 'Wed, 21 Oct 2015 07:28:00 GMT', 1_000],
  [503, undefined, 0],
  [503, '3', 3_000],
  [200, '3', 0],
])('an answer %s with Retry-After %s asks for a pause of %s ms', (status, after, ms) => {
  expect(pauseOf(answer(status, after))).toBe(ms)
})

test('a pause until a date lasts until then', () => {
  const ms = pauseOf(answer(429, new Date(Date.now() + 60_000).toUTCString()))
  expect(ms).toBeGreaterThan(50_000)
  expect(ms).toBeLessThanOrEqual(60_100)
})

const app = startApp()

describe('a person', () => {
  let world: EngineWorld
  beforeAll(async () => {
    world = await engineWorld(app)
  })
  afterEach(async () => {
    await world.stop()
    await app.pool.query(`update plan set status = 'ended'`)
    await app.pool.query('delete from due_step')
    expect(world.logged.splice(0)).toEqual([])
  })
  afterAll(() => world.partner.stop())

  const planOfPush = async (userId: string) =>
    (
      await world.one<{ planId: string } | undefined>(
        'select plan_id as "planId" from push_record where user_id = $1',
        userId,
      )
    )?.planId
  const waitingOf = (userId: string) =>
    world.one<{ inS: number; state: object } | undefined>(
      `select extract(epoch from due_at - now())::float8 as "inS", state from due_step where user_id = $1 and kind = 'match'`,
      userId,
    )
  async function waits(userId: string) {
    const end = performance.now() + 10_000
    for (;;) {
      const found = await waitingOf(userId)
      if (found && 'waitsFrom' in found.state) return found
      if (performance.now() > end) throw new Error('does not wait')
      await new Promise((done) => setTimeout(done, 30))
    }
  }

  test.each([
    ['hour', { hourly_cap: 1 }, 3_600],
    ['day', { daily_cap: 1 }, 86_400],
    ['budget of the day', { daily_budget_fen: 900 }, 86_400],
  ])('waits for the better plan that is full by its cap (%s), and then goes there', async (_, cap, most) => {
    const code = `wait${Object.keys(cap)[0]?.replace(/_/g, '')}`.slice(0, 15)
    const { planId } = await world.org({ code, plan: { price_fen: 900, waits_when_full: true, ...cap } })
    const { planId: next } = await world.org({ code: `${code}n` })
    const [first = '', second = '', other = ''] = await world.people(3)
    const { engine } = await world.start()
    await world.enter([first])
    await world.settled()
    expect(await planOfPush(first)).toBe(planId)
    await app.pool.query(`update plan set status = 'exhausted' where id = $1 and hourly_cap is null`, [
      planId,
    ])
    await engine.plans.refresh()
    await world.enter([second])
    const { inS } = await waits(second)
    expect(inS).toBeGreaterThan(0)
    expect(inS).toBeLessThanOrEqual(most + 62)
    const request = await app.as('user:timeline')
    const { events } = (await request('POST', `/user/${second}/timeline`, {})).body.data
    const waited = events.find(
      ({ kind, until }: { kind: string; until?: string }) => kind === 'matched' && until,
    )
    expect(waited).toMatchObject({ planName: code })
    expect(Date.parse(waited.until)).toBeGreaterThan(Date.now())
    // The cap opens.
    await app.pool.query('delete from cap_use')
    await app.pool.query('update due_step set due_at = now()')
    await world.settled()
    expect(await planOfPush(second)).toBe(planId)
    // A plan that does not want it sends people on.
    await app.pool.query('update plan set waits_when_full = false where id = $1', [planId])
    await engine.plans.refresh()
    await world.enter([other])
    await world.settled()
    expect(await planOfPush(other)).toBe(next)
  })

  test('does not wait for a full plan while a better one takes people', async () => {
    const { planId } = await world.org({ code: 'better1', plan: { price_fen: 900 } })
    const { planId: full } = await world.org({
      code: 'full1',
      plan: { hourly_cap: 1, waits_when_full: true },
    })
    const [one = '', two = ''] = await world.people(2)
    await app.pool.query(
      `insert into cap_use (kind, id, span, starts, used) values ('plan', $1, 'hour', date_trunc('hour', now()), 1)`,
      [full],
    )
    await world.start()
    await world.enter([one, two])
    await world.settled()
    expect(await Promise.all([one, two].map(planOfPush))).toEqual([planId, planId])
  })
})

describe('whom only something keeps that opens again by itself', () => {
  let world: EngineWorld
  beforeAll(async () => {
    world = await engineWorld(app)
    await app.set('push.waitMinutes', 30)
  })
  afterEach(async () => {
    await world.stop()
    await app.pool.query(`update plan set status = 'ended'`)
    await app.pool.query('truncate due_step, org_breaker, org_call, org_pause')
    expect(world.logged.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await app.set('push.waitMinutes', 0)
    await world.partner.stop()
  })

  const pushesOf = (ids: readonly string[]) =>
    world.all<{ userId: string; status: string; attempts: number }>(
      `select user_id as "userId", status, attempts from push_record where user_id = any($1::bigint[]) order by id`,
      ids,
    )
  const waiting = (planId: string) =>
    world.all<{ userId: string; kind: string; wakes: boolean; inS: number }>(
      `select user_id as "userId", kind, wakes, extract(epoch from due_at - now())::float8 as "inS"
       from due_step where waits_for = $1 order by due_at, user_id`,
      planId,
    )
  const waits = (planId: string, count: number) =>
    expect.poll(async () => (await waiting(planId)).length, { timeout: 20_000 }).toBe(count)
  const calls = (code: string) => world.partner.memory.received.filter(({ org }) => org === code).length
  const opensBreaker = async (orgId: string) => {
    // Earlier calls would count beside these.
    await app.pool.query('delete from org_call where org_id = $1', [orgId])
    for (let nth = 0; nth < 10; nth++) await noteCalls(app.db, [{ orgId, isFailure: true }])
  }
  const held = async (orgId: string) =>
    (
      await world.one<{ fen: number }>(
        'select held_fen::int as fen from org_account where org_id = $1',
        orgId,
      )
    ).fen
  const kindOf = async (userId: string) =>
    (await world.all<{ kind: string }>('select kind from due_step where user_id = $1', userId))[0]?.kind
  const lastStep = (userId: string) =>
    world.one<{ result: string; until: string | null }>(
      'select result, until from step_taken where user_id = $1 order by id desc limit 1',
      userId,
    )

  test('one 429 with seven seconds: all arrive after the pause, nobody is lost, and no round is', async () => {
    const { orgId, planId } = await world.org({ code: 'limited' })
    world.partner.set('limited', { behaviors: ['busy'], busySeconds: 7 })
    await world.start()
    const [first = '', ...others] = await world.people(6)
    await world.enter([first])
    await expect.poll(async () => (await pushesOf([first]))[0]?.status).toBe('failed')
    world.partner.set('limited', { behaviors: ['accept'] })
    await world.enter(others)
    await waits(planId, 5)
    const { left } = await world.one<{ left: number }>(
      'select extract(epoch from until - now())::float8 as left from org_pause where org_id = $1',
      orgId,
    )
    expect(left).toBeGreaterThan(1)
    expect(left).toBeLessThanOrEqual(7)
    expect(await world.all('select from org_breaker')).toEqual([])
    expect(await held(orgId)).toBe(0)
    expect(await pushesOf(others)).toEqual([])
    const request = await app.as(
      'org:delivery',
      'org:closeBreaker',
      'plan:page',

      'user:timeline',
    )
    const health = (await request('GET', `/row/org/${orgId}/delivery`)).body.data
    expect(health).toMatchObject({
      breaker: null,
      pausedUntil: expect.stringMatching(/Z$/),
      waiting: { people: 5 },
    })
    expect((await request('GET', `/row/plan/${planId}/today`)).body.data).toMatchObject({ waiting: 5 })
    const { events } = (await request('POST', `/user/${others[0]}/timeline`, {})).body.data
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'matched', planName: 'limited', until: expect.any(String) }),
    )
    // The seven seconds pass.
    await app.pool.query('update org_pause set until = now()')
    await world.later(7_000, [first])
    await world.settled()
    expect((await pushesOf([first, ...others])).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['accepted', 2],
      ...others.map(() => ['accepted', 1]),
    ])
    expect(calls('limited')).toBe(7)
  })

  test('a push that was decided before the pause is not sent during it: it loses neither an attempt nor a round', async () => {
    const { orgId, planId } = await world.org({ code: 'decided' })
    const { engine } = await world.start()
    // All places for calls are taken, so that the pause begins after the decision.
    const leave = await Promise.all(Array.from({ length: 16 }, () => engine.places.enter(orgId)))
    const [userId = ''] = await world.people(1)
    await world.enter([userId])
    await expect.poll(() => held(orgId)).toBe(100)
    await noteCalls(app.db, [{ orgId, isFailure: false, pauseMs: 600_000 }])
    for (const each of leave) each?.()
    await expect
      .poll(async () => (await pushesOf([userId]))[0])
      .toMatchObject({ status: 'failed', attempts: 0 })
    expect(await held(orgId)).toBe(0)
    // The push fails before its step is stored: only a stored one can be made due.
    await expect.poll(() => kindOf(userId)).toBe('retry')
    await world.later(600_000, [userId])
    await waits(planId, 1)
    await app.pool.query('update org_pause set until = now()')
    await world.settled()
    expect(await pushesOf([userId])).toMatchObject([{ status: 'accepted', attempts: 1 }])
    expect(calls('decided')).toBe(1)
  })

  test('the people of a dead organization wait; one probes at a time, and all arrive when it is back', async () => {
    const { orgId, planId } = await world.org({ code: 'dead2' })
    await opensBreaker(orgId)
    world.partner.set('dead2', { behaviors: ['error'] })
    await Promise.all([world.start(), world.start()])
    const ids = await world.people(30)
    await world.enter(ids)
    await waits(planId, 30)
    expect(calls('dead2')).toBe(0)
    await app.pool.query('update org_breaker set probe_at = now()')
    await expect.poll(() => calls('dead2'), { timeout: 10_000 }).toBe(1)
    // Who probed waits on: the breaker costs no more than the one call that was made.
    await waits(planId, 30)
    expect(calls('dead2')).toBe(1)
    expect(await held(orgId)).toBe(0)
    world.partner.set('dead2', { behaviors: ['accept'] })
    await app.pool.query('update org_breaker set probe_at = now()')
    await world.settled()
    const pushes = await pushesOf(ids)
    expect(pushes).toHaveLength(30)
    expect(pushes.every(({ status }) => status === 'accepted')).toBe(true)
    expect(calls('dead2')).toBe(31)
    expect(await world.all('select from org_breaker')).toEqual([])
  }, 60_000)

  test('what surely failed waits for the breaker, and no round of it is lost', async () => {
    const { orgId, planId } = await world.org({ code: 'fails2' })
    world.partner.set('fails2', { behaviors: ['fail', 'accept'] })
    await opensBreaker(orgId)
    await app.pool.query('update org_breaker set probe_at = now()')
    await world.start({ pauses: { retry: [60_000], query: [] } })
    const [userId = ''] = await world.people(1)
    await world.enter([userId])
    // The answer closed the breaker; others open it before the push is tried again.
    await expect.poll(() => kindOf(userId)).toBe('retry')
    await opensBreaker(orgId)
    await world.later(72_000)
    await waits(planId, 1)
    await app.pool.query('truncate org_breaker, org_call')
    await world.settled()
    expect(await pushesOf([userId])).toMatchObject([{ status: 'accepted', attempts: 2 }])
  })

  test('whoever waited as long as the setting says leaves, with the reason', async () => {
    const { orgId, planId } = await world.org({ code: 'gone2' })
    await opensBreaker(orgId)
    await world.start()
    const [userId = ''] = await world.people(1)
    await world.enter([userId])
    await waits(planId, 1)
    expect((await waiting(planId))[0]?.inS).toBeGreaterThan(1_700)
    expect(await lastStep(userId)).toMatchObject({ result: 'waiting' })
    await world.later(30 * 60_000)
    await world.settled()
    expect(await lastStep(userId)).toEqual({ result: 'waited', until: null })
    expect(await pushesOf([userId])).toEqual([])
    const runs = await runsOf(app.db, userId)
    expect(runs.map(({ whyNot }) => whyNot.find(([id]) => id === planId)?.[1])).toEqual([
      'breaker',
      'breaker',
    ])
  })

  test('an empty balance is waited for; a pause, a cap or a window that opens too late is not', async () => {
    const poor = await world.org({ code: 'poor2', balanceFen: 0, plan: { city_codes: ['440300'] } })
    const paused = await world.org({ code: 'hour2', plan: { city_codes: ['310100'] } })
    await noteCalls(app.db, [{ orgId: paused.orgId, isFailure: false, pauseMs: 31 * 60_000 }])
    await world.start()
    const [rich = ''] = await world.people(1, { city_code: '440300' })
    const [late = ''] = await world.people(1, { city_code: '310100' })
    await world.enter([rich, late])
    await waits(poor.planId, 1)
    await expect.poll(async () => (await lastStep(late))?.result).toBe('nobody')
    await app.db.transaction().execute((write) =>
      recharge(write, {
        orgId: poor.orgId,
        way: 'bank',
        amountFen: 500,
        businessDay: '2026-01-01',
        ref: { kind: 'recharge', id: 'poor2' },
      }),
    )
    await world.settled()
    expect(await pushesOf([rich])).toMatchObject([{ status: 'accepted' }])
  })

  test('a window or a cap that opens in time is waited for, by those only who fit then', async () => {
    // Of the cap of an hour nobody knows here how far away it is; everything of today is in time.
    await app.set('push.waitMinutes', 1_440)
    const full = await world.org({ code: 'cap2', plan: { city_codes: ['440300'], hourly_cap: 1 } })
    const closed = await world.org({ code: 'window2', plan: { city_codes: ['310100'], daily_cap: 5 } })
    await app.pool.query(
      `insert into cap_use (kind, id, span, starts, used) values ('plan', $1, 'hour', date_trunc('hour', now()), 1)`,
      [full.planId],
    )
    const opens = new Date(Date.now() + 8 * 3_600_000 + 2 * 3_600_000)
    await app.pool.query(
      `insert into plan_window (plan_id, weekday, from_time, to_time) values ($1, $2, $3, '24:00')`,
      [closed.planId, opens.getUTCDay() || 7, opens.toISOString().slice(11, 16)],
    )
    await world.start()
    const [capped = ''] = await world.people(1, { city_code: '440300' })
    const [early = ''] = await world.people(1, { city_code: '310100' })
    const [other = ''] = await world.people(1, { city_code: '510100' })
    await world.enter([capped, early, other])
    await waits(full.planId, 1)
    await waits(closed.planId, 1)
    await expect.poll(async () => (await lastStep(other))?.result).toBe('nobody')
    const [ofCap] = await waiting(full.planId)
    expect(ofCap?.wakes).toBe(false)
    expect(ofCap?.inS).toBeLessThanOrEqual(3_662)
    const [ofWindow] = await waiting(closed.planId)
    expect(ofWindow?.inS).toBeGreaterThan(7_100)
    expect(ofWindow?.inS).toBeLessThanOrEqual(7_262)
    await app.pool.query('delete from cap_use')
    await app.pool.query('delete from plan_window')
    await app.app.open.plans.refresh()
    await world.stop()
    await world.start()
    await app.pool.query('update due_step set due_at = now()')
    await world.settled()
    expect((await pushesOf([capped, early])).map(({ status }) => status)).toEqual(['accepted', 'accepted'])
    await app.set('push.waitMinutes', 30)
  })

  test('they come back oldest first, a few in each second, and whoever looks wakes nobody twice', async () => {
    const { planId } = await world.org({ code: 'many2' })
    const { engine } = await world.start()
    await world.stop()
    const ids = await world.people(50)
    await app.pool.query(
      `insert into due_step (user_id, kind, waits_for, wakes, due_at)
       select id, 'match', $2, true, now() + interval '30 minutes' - nth * interval '1 second'
       from unnest($1::bigint[]) with ordinality u (id, nth)`,
      [ids, planId],
    )
    const woken = async () =>
      (await world.all<{ id: string }>('select user_id as id from due_step where waits_for is null')).map(
        ({ id }) => id,
      )
    await app.pool.query(`update wake_up set at = now()`)
    await Promise.all([1, 2, 3].map(() => wakeWaiting(engine)))
    expect((await woken()).toSorted()).toEqual(ids.slice(-20).toSorted())
    await wakeWaiting(engine)
    expect(await woken()).toHaveLength(20)
    await app.pool.query(`update wake_up set at = now()`)
    await wakeWaiting(engine)
    expect((await woken()).toSorted()).toEqual(ids.slice(-40).toSorted())
    // A plan that holds wakes nobody.
    await app.pool.query(`update wake_up set at = now()`)
    await app.pool.query(
      `insert into org_breaker (org_id, probe_at) select org_id, now() + interval '1 hour' from plan where id = $1`,
      [planId],
    )
    await wakeWaiting(engine)
    expect(await woken()).toHaveLength(40)
  })
})
