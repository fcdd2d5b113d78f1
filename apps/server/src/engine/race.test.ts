import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb } from '#platform/db/client'
import { faultsIn } from '#test/engine-books'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'
import { answerLater } from './answer-later.ts'
import type { Settling } from './settle.ts'

/** How many people race; more by `RACING_PUSHES`. */
const people = Number(process.env.RACING_PUSHES ?? 1_500)
/** Generous for a busy machine. */
const limitMs = 120_000 + people * 60

const app = startApp()
let world: EngineWorld
beforeAll(async () => {
  world = await engineWorld(app)
})
afterAll(async () => {
  await world.stop()
  await world.partner.stop()
})

/**
 * Tells, like an organization that answers later, how open pushes ended, while the instances find it out themselves.
 * @returns whether one of these answers was the first
 */
async function answerBeside(engine: Settling): Promise<boolean> {
  const open = await world.all<{ id: string; org: string; orgId: string }>(
    `select r.id, o.code as org, o.id as "orgId" from push_record r join org o on o.id = r.org_id
     where r.status in ('pending', 'unknown') order by r.id desc limit 20`,
  )
  const db = createDb(app.servicePool)
  const answers = await Promise.all(
    open.map(async ({ id, org, orgId }) => {
      const outcome = world.partner.memory.find(org, `p${id}`)?.outcome
      if (outcome !== 'accepted' && outcome !== 'rejected') return 'notFound'
      return db.transaction().execute((write) => answerLater(write, engine, { pushId: id, orgId, outcome }))
    }),
  )
  return answers.includes('settled')
}

test(
  `${people} people race for balances that do not suffice: none accepted unpaid, none charged twice`,
  async () => {
    const payable = Math.ceil(people / 16)
    const orgs = ['race1', 'race2', 'race3', 'race4']
    for (const [nth, code] of orgs.entries()) {
      const priceFen = 100 + 10 * nth
      // For a sixteenth of the people, and nearly one more: far fewer than accept, however slow the machine is.
      const balanceFen = payable * priceFen + priceFen - 1
      await world.org({ code, balanceFen, plan: { price_fen: priceFen } })
      world.partner.set(code, { behaviors: ['accept', 'accept', 'drop', 'reject', 'error'] })
    }
    const [first] = await Promise.all([world.start(), world.start(), world.start()])
    for (let entered = 0; entered < people; entered += 5_000)
      await world.enter(await world.people(Math.min(5_000, people - entered)))

    let isOver = false
    let firstAnswers = 0
    const answering = (async () => {
      while (!isOver) {
        if (await answerBeside((first as { engine: Settling }).engine)) firstAnswers++
        await new Promise((done) => setTimeout(done, 30))
      }
    })()
    const exhausted = async () =>
      (
        await world.all(
          `select from account a join plan p on p.org_id = a.org_id where a.balance_fen < p.price_fen`,
        )
      ).length > 0
    try {
      await world.settled(limitMs)
      // A slow machine takes fewer: more people come until one organization can pay for nobody else.
      for (let wave = 0; wave < 20 && !(await exhausted()); wave++) {
        await world.enter(await world.people(200))
        await world.settled(limitMs)
      }
    } finally {
      isOver = true
    }
    await answering
    await world.stop()

    expect(world.logged).toEqual([])
    expect(await faultsIn(app, world)).toEqual([])
    const ends = await world.all<{ code: string; accepted: number; left: number }>(
      `select o.code, (a.balance_fen / p.price_fen)::int as left,
       (select count(*)::int from push_record r where r.org_id = o.id and r.status = 'accepted') as accepted
     from org o join account a on a.org_id = o.id join plan p on p.org_id = o.id order by o.code`,
    )
    // Every organization took nearly all that it could pay, so the last of the balance was raced for.
    for (const { accepted, left } of ends) expect(accepted + left).toBe(payable)
    expect(ends.some(({ left }) => left === 0)).toBe(true)
    expect(firstAnswers).toBeGreaterThan(0)
  },
  limitMs + 60_000,
)
