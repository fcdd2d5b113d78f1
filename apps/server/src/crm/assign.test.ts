import { expect, test } from 'vitest'
import { crmWorld, day } from '#test/crm-world'
import { startApp } from '#test/harness'
import { assignWaiting } from './assign.ts'
import { claim } from './claim-and-assign.ts'
import { release } from './release.ts'
import { findWrongCounts } from './wrong-counts.ts'

const app = startApp()
const { newSalesman, newPool, newLeads, write, leadOf, heldBy, kindsOf } = crmWorld(app)
const by = null
/** Monday, ten o'clock. */
const now = () => ({ day, moment: { day, weekday: 1, minute: 600 } })
const run = (signal?: AbortSignal) => assignWaiting(app.db, now, signal)
const automatic = { is_automatic: true, max_held: 100_000 }

/** Who got the leads of a pool, in the order in which they were given out. */
async function takers(poolId: string): Promise<{ id: string; source: string }[]> {
  const { rows } = await app.pool.query(
    `select e.to_id as id, c.source from lead_event e join lead c on c.id = e.lead_id
     where c.pool_id = $1 and e.kind = 'assigned' order by c.arrived_at, c.id`,
    [poolId],
  )
  return rows
}

/** By how many leads anybody is furthest from his share in any hundred leads in a row. */
function furthest(weights: ReadonlyMap<string, number>, taken: readonly string[]): number {
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  let most = 0
  for (const [who, weight] of weights)
    for (let from = 0; from + 100 <= taken.length; from++) {
      const got = taken.slice(from, from + 100).filter((id) => id === who).length
      most = Math.max(most, Math.abs(got - (100 * weight) / total))
    }
  return most
}

test('10,000 leads are shared by weight: nobody is more than two off in any hundred, in several runs and at once', async () => {
  const { poolId, teamId } = await newPool(automatic)
  const weights = new Map<string, number>()
  for (const weight of [10, 20, 30, 40, 7])
    weights.set(await newSalesman({ team_id: teamId, capacity: 100_000, weight }), weight)
  await newLeads(poolId, 1_234)
  await run()
  await newLeads(poolId, 8_766)
  const counts = await Promise.all([run(), run(), run()])
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(8_766)
  const taken = await takers(poolId)
  expect(taken).toHaveLength(10_000)
  expect(
    furthest(
      weights,
      taken.map(({ id }) => id),
    ),
  ).toBeLessThanOrEqual(2)
  expect(await findWrongCounts(app.db)).toEqual([])
}, 120_000)

test('a city or source that somebody prefers has a share of its own, and takes nothing of the others', async () => {
  const { poolId, teamId } = await newPool(automatic)
  const all = { team_id: teamId, capacity: 100_000 }
  const everything = await newSalesman(all)
  const open = await newSalesman({ ...all, sources: ['open'] })
  const other = await newSalesman({ ...all, weight: 20, sources: ['open'] })
  for (let turn = 0; turn < 6; turn++) {
    await newLeads(poolId, 50, { source: 'open' })
    await newLeads(poolId, 50)
  }
  await run()
  const taken = await takers(poolId)
  const of = (source: string) => taken.filter((each) => each.source === source).map(({ id }) => id)
  expect(
    furthest(
      new Map([
        [open, 10],
        [other, 20],
      ]),
      of('open'),
    ),
  ).toBeLessThanOrEqual(2)
  const among = new Map([
    [everything, 10],
    [open, 10],
    [other, 20],
  ])
  expect(furthest(among, of('manual'))).toBeLessThanOrEqual(2)
  expect(of('open')).not.toContain(everything)
})

test('a preferred city takes the leads of all that lies in it', async () => {
  const { poolId, teamId } = await newPool(automatic)
  await newSalesman({ team_id: teamId, capacity: 100_000 })
  const local = await newSalesman({ team_id: teamId, capacity: 100_000, city_codes: ['500100', '429000'] })
  const inside = ['500235', '500101', '500000', '429004']
  for (const cityCode of inside) await newLeads(poolId, 2, { cityCode })
  await run()
  expect((await takers(poolId)).map(({ id }) => id)).toEqual(Array(inside.length * 2).fill(local))
})

test('only who is on duty, enabled, within the hours and has room gets leads; the rest waits for room', async () => {
  const { poolId, teamId } = await newPool(automatic)
  const small = await newSalesman({ team_id: teamId, capacity: 2 })
  const quota = await newSalesman({ team_id: teamId, daily_quota: 1 })
  const nobody = [
    await newSalesman({ team_id: teamId, status: 'left' }),
    await newSalesman({ team_id: teamId, weight: 0 }),
    await newSalesman({
      team_id: teamId,
      windows: JSON.stringify([{ weekday: 1, from: '12:00', to: '18:00' }]),
    }),
    await newSalesman(),
  ]
  const disabled = await newSalesman({ team_id: teamId })
  await app.pool.query(
    `update admin set status = 'disabled' where id = (select admin_id from salesman where id = $1)`,
    [disabled],
  )
  const leadIds = await newLeads(poolId, 5)
  expect(await run()).toBe(3)
  expect(await Promise.all([small, quota, ...nobody, disabled].map(heldBy))).toEqual([2, 1, 0, 0, 0, 0, 0])
  expect((await leadOf(leadIds[3] as string)).salesman_id).toBeNull()
  const held = leadIds.slice(0, 3)
  const first = await Promise.all(held.map(leadOf))
  const his = first.find(({ salesman_id }) => salesman_id === small)
  await write((db) =>
    release(db, { leadId: his.id, salesmanId: small, by, day, reason: '' }).then(() =>
      db.updateTable('leadPool').set({ coolDownDays: 7 }).where('id', '=', poolId).execute(),
    ),
  )
  expect(await run()).toBe(1)
  // The one that has waited longest, which is the one that was given back.
  expect((await leadOf(his.id)).salesman_id).toBe(small)
})

test('a lead that rests waits, and who held it lately does not get it again', async () => {
  const { poolId, teamId } = await newPool({ ...automatic, cool_down_days: 3, lock_minutes: 30 })
  const salesmanId = await newSalesman({ team_id: teamId })
  const [leadId] = (await newLeads(poolId, 1)) as [string]
  await write((db) => claim(db, { leadId, salesmanId, by, day }))
  await write((db) => release(db, { leadId, salesmanId, by, day, reason: '' }))
  await newSalesman({ team_id: teamId, capacity: 0 })
  expect(await run()).toBe(0)
  await app.pool.query(`update lead set rest_until = now() - interval '1 second' where id = $1`, [leadId])
  expect(await run()).toBe(0)
  const other = await newSalesman({ team_id: teamId })
  expect(await run()).toBe(1)
  expect((await leadOf(leadId)).salesman_id).toBe(other)
  expect(await kindsOf(leadId)).toEqual(['arrived', 'claimed', 'released', 'assigned'])
})

test('who got leads is told once, and can open them', async () => {
  const { poolId, teamId } = await newPool(automatic)
  const salesmanId = await newSalesman({ team_id: teamId })
  await newLeads(poolId, 3)
  await run()
  await run()
  const { rows } = await app.pool.query(
    `select title, link from message where admin_id = (select admin_id from salesman where id = $1)`,
    [salesmanId],
  )
  expect(rows).toEqual([
    {
      title: ['您有 3 条新线索', '3 new leads for you'],
      link: { name: 'CrmClue', query: { salesmanId, stage: 'new' } },
    },
  ])
})
