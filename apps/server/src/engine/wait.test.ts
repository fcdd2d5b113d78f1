import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type EngineWorld, engineWorld } from '../../test/engine-world.ts'
import { startApp } from '../../test/harness.ts'
import type { RunningPlan } from './plans/running.ts'
import { comesBackAt, openingOf } from './wait.ts'

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

describe('a person', () => {
  const app = startApp()
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
      if (found && !('searchAt' in found.state)) return found
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
    const ask = await app.as('user:timeline')
    const { events } = (await ask('POST', `/user/${second}/timeline`, {})).body.data
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
