import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDb } from '#platform/db/client'
import { createOutgoing, type Outgoing } from '#platform/outgoing/outgoing'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'

/*
 * What a person costs in statements, from the registration to the acceptance. It is counted, so that what grows is red at once, not slow
 * some day.
 */

const app = startApp()
let world: EngineWorld
let pool: pg.Pool
const statements: string[] = []
/** Each has an organization of its own, so that nobody waits for a place at one. */
const cities = [
  '110100',
  '120100',
  '330100',
  '510100',
  '320100',
  '420100',
  '430100',
  '500100',
  '610100',
  '440300',
]
const peopleOf = async (perCity: number, flow = 'full') =>
  (await Promise.all(cities.map((city) => world.people(perCity, { city_code: city, flow })))).flat()

beforeAll(async () => {
  world = await engineWorld(app)
  pool = new pg.Pool({ ...app.servicePool.options, max: 6 })
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...all: unknown[]) => unknown
    client.query = ((...all: unknown[]) => {
      statements.push(textOf(all[0]))
      return query(...all)
    }) as typeof client.query
  })
  for (const [index, city] of cities.entries())
    await world.org({ code: `org${index}`, balanceFen: 100_000_000, plan: { city_codes: [city] } })
})
afterAll(async () => {
  await world.stop()
  await pool.end()
  await world.partner.stop()
})
beforeEach(() => world.stop())

const textOf = (query: unknown) =>
  (typeof query === 'string' ? query : (query as { text: string }).text).replace(/\s+/g, ' ').trim()

/** Hands over the answers of the calls that are under way once all have come, so that a busy machine splits no batch. */
function together(outgoing: Outgoing): Outgoing {
  let underWay = 0
  const held: (() => void)[] = []
  return {
    ...outgoing,
    async call(request) {
      underWay++
      const result = await outgoing.call(request)
      underWay--
      const handedOver = new Promise<void>((resolve) => held.push(resolve))
      if (underWay === 0) for (const release of held.splice(0)) release()
      await handedOver
      return result
    },
  }
}

/** What an instance asks again and again, whoever is on the way. */
const looks = [/^with due as materialized/, /wake_up/, /from push_plan/, /plans_waited_for/]
const isLook = (text: string) => looks.some((look) => look.test(text))

/**
 * The statements that these people cost. The claim is one of them; the looks at what is due are not.
 * @param first others of the same flow
 * @param pushes a condition; each person gets such a push
 */
async function costOf(
  ids: readonly string[],
  first: readonly string[],
  { pushes }: { pushes: string } = { pushes: `status = 'accepted'` },
): Promise<string[]> {
  const outgoing = createOutgoing({
    schemes: ['https', 'http'],
    listed: [`127.0.0.1:${world.partner.port}`],
  })
  const engine = await world.start({ db: createDb(pool), outgoing: together(outgoing) })
  // What an instance reads once is known then: templates, snapshots of plans.
  await world.enter(first)
  await world.settled()
  statements.length = 0
  await world.enter(ids)
  await world.settled()
  await engine.stop()
  const { n } = await world.one<{ n: number }>(
    `select count(distinct user_id)::int as n from push_record where ${pushes} and user_id = any($1::bigint[])`,
    ids,
  )
  expect(n).toBe(ids.length)
  const own = statements.filter((text) => !isLook(text))
  return ['claim', ...own.filter((text, index) => !isIdle(own, text, index))]
}

/** The transaction of a look that found nothing. */
const isIdle = (all: readonly string[], text: string, index: number) =>
  (/^begin/.test(text) && /^(commit|rollback)/.test(all[index + 1] ?? '')) ||
  (/^(commit|rollback)/.test(text) && /^begin/.test(all[index - 1] ?? ''))

/** The beginnings of the statements, to see which of them are too many. */
const seen = (all: readonly string[]) => all.map((text) => text.slice(0, 100)).join('\n')

test('one person alone costs at most twelve statements', async () => {
  const all = await costOf(await world.people(1, { city_code: cities[0] }), await peopleOf(1))
  expect(all.length, seen(all)).toBeLessThanOrEqual(12)
})

test('of a hundred at once, each costs at most one', async () => {
  const all = await costOf(await peopleOf(10), await peopleOf(1))
  expect(all.length, seen(all)).toBeLessThanOrEqual(100)
})

test('of a hundred of the half flow at once, three organizations are asked about each for at most two', async () => {
  for (const [index, city] of cities.entries())
    for (const nth of [1, 2, 3])
      await world.org({ code: `half${index}x${nth}`, flow: 'half', plan: { city_codes: [city] } })
  const all = await costOf(await peopleOf(10, 'half'), await peopleOf(1, 'half'), {
    pushes: `stage = 'consent'`,
  })
  expect(all.length, seen(all)).toBeLessThanOrEqual(200)
})
