import { expect, test } from 'vitest'
import { Problem } from '#platform/base/problem'
import { crmWorld, day } from '#test/crm-world'
import { startApp } from '#test/harness'
import { assign, claim, transfer } from './claim-and-assign.ts'
import { close, followUp, protect, setStage } from './follow-up.ts'
import { release } from './release.ts'
import { findWrongCounts } from './wrong-counts.ts'

const app = startApp()
const { newSalesman, newPool, newLeads, write, heldBy } = crmWorld(app)
const by = null
const reason = '竞争'

/** How many rounds of claims; `CRM_ROUNDS=1000` for a long run. */
const rounds = Number(process.env.CRM_ROUNDS ?? 40)

/** What an act did: true, or the sentence of its refusal. Any other error fails the test. */
const outcome = (act: Promise<unknown>): Promise<true | string> =>
  act.then(
    () => true as const,
    (error) => {
      if (error instanceof Problem) return error.words
      throw error
    },
  )

test('of fifty who claim one lead, one gets it and the others are told so, in every round', async () => {
  const { poolId, teamId } = await newPool({ max_claims_per_day: 10_000, max_held: 10_000 })
  const salesmen = await Promise.all(
    Array.from({ length: 50 }, () => newSalesman({ team_id: teamId, capacity: 10_000 })),
  )
  for (const leadId of await newLeads(poolId, rounds)) {
    const answers = await Promise.all(
      salesmen.map((salesmanId) => outcome(write((db) => claim(db, { leadId, salesmanId, by, day })))),
    )
    expect(answers.filter((each) => each === true)).toHaveLength(1)
    expect(answers.filter((each) => each === 'takenByAnother')).toHaveLength(49)
  }
  const held = await Promise.all(salesmen.map(heldBy))
  expect(held.reduce((sum, each) => sum + each, 0)).toBe(rounds)
  expect(await findWrongCounts(app.db)).toEqual([])
}, 600_000)

test.each([
  ['the claims of the day', { max_claims_per_day: 7 }, {}, 'claimsUsed'],
  ['the places of the pool', { max_held: 7 }, {}, 'poolFull'],
  ['the capacity', {}, { capacity: 7 }, 'capacityFull'],
  ['the quota of the day', {}, { daily_quota: 7 }, 'quotaUsed'],
])(
  '%s are not passed by one when a salesman claims from everywhere at once',
  async (_, pool, salesman, words) => {
    const { poolId, teamId } = await newPool(pool as never)
    const salesmanId = await newSalesman({ team_id: teamId, ...salesman })
    const leadIds = await newLeads(poolId, 40)
    const answers = await Promise.all(
      leadIds.map((leadId) => outcome(write((db) => claim(db, { leadId, salesmanId, by, day })))),
    )
    expect(answers.filter((each) => each === true)).toHaveLength(7)
    expect(new Set(answers.filter((each) => each !== true))).toEqual(new Set([words]))
    expect(await heldBy(salesmanId)).toBe(7)
  },
)

test('64 clients do everything at once: each history explains its lead, and every counter is right', async () => {
  const { poolId, teamId } = await newPool({ max_claims_per_day: 60, max_held: 25 })
  const salesmen = await Promise.all(
    Array.from({ length: 8 }, () => newSalesman({ team_id: teamId, capacity: 20, daily_quota: 55 })),
  )
  const leadIds = await newLeads(poolId, 120)
  const pick = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T
  const called = { way: 'call', content: '-', result: 'reached', nextAt: null } as const
  const step = () => {
    const [leadId, salesmanId, fromId] = [pick(leadIds), pick(salesmen), pick(salesmen)]
    const his = { leadId, salesmanId, by, day }
    return write(
      (db): Promise<unknown> =>
        pick([
          () => claim(db, his),
          () => claim(db, his),
          () => assign(db, his),
          () => transfer(db, { ...his, fromId, reason }),
          () => transfer(db, { ...his, fromId, reason }),
          () => release(db, { ...his, reason }),
          () => followUp(db, { ...his, ...called }),
          () => protect(db, { ...his, reason }),
          () => setStage(db, { ...his, stage: 'interested' }),
          () => close(db, { ...his, stage: Math.random() < 0.5 ? 'converted' : 'invalid', reason }),
        ])(),
    )
  }
  const client = async () => {
    let done = 0
    for (let turn = 0; turn < 40; turn++) if ((await outcome(step())) === true) done++
    return done
  }
  const done = await Promise.all(Array.from({ length: 64 }, client))
  expect(done.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(200)
  expect(await findWrongCounts(app.db)).toEqual([])
  const { rows: beyond } = await app.pool.query(
    `select s.id from salesman s join lead_pool_use u on u.salesman_id = s.id
     where s.id = any($1) and (s.held > 20 or s.taken > 55 or u.held > 25 or u.claims > 60)`,
    [salesmen],
  )
  expect(beyond).toEqual([])
  expect(await unexplained(leadIds)).toEqual([])
}, 300_000)

/** Leads whose history is not a chain that ends in their state. */
async function unexplained(leadIds: readonly string[]): Promise<unknown[]> {
  const { rows } = await app.pool.query(
    `with line as (
       select e.lead_id, e.id, e.from_id, e.to_id, e.from_stage, e.to_stage,
         lag(e.to_id) over chain as before_id, lag(e.to_stage) over chain as before_stage,
         row_number() over (partition by e.lead_id order by e.id desc) as back
       from lead_event e where e.lead_id = any($1) window chain as (partition by e.lead_id order by e.id)
     )
     select l.* from line l join lead c on c.id = l.lead_id
     where (l.from_id is distinct from l.before_id) or (l.before_stage is not null and l.from_stage <> l.before_stage)
       or (l.back = 1 and (l.to_id is distinct from c.salesman_id or l.to_stage <> c.stage))`,
    [leadIds],
  )
  return rows
}
