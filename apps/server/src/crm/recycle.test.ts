import { expect, test } from 'vitest'
import { Problem } from '#platform/base/problem'
import { crmWorld, day } from '#test/crm-world'
import { startApp } from '#test/harness'
import { claim } from './claim-and-assign.ts'
import { followUp } from './follow-up.ts'
import { closeForgotten, giveNotice, recycleLeads } from './recycle.ts'
import { findWrongCounts } from './wrong-counts.ts'

const app = startApp()
const { newSalesman, newPool, newLeads, write, leadOf, heldBy, kindsOf } = crmWorld(app)
const by = null
const called = { way: 'call', content: '-', result: 'reached', nextAt: null } as const
const claimIt = (leadId: string, salesmanId: string) =>
  write((db) => claim(db, { leadId, salesmanId, by, day }))
const followIt = (leadId: string, salesmanId: string) =>
  write((db) => followUp(db, { leadId, salesmanId, by, day, ...called }))
const endIn = (ids: readonly string[], span: string) =>
  app.pool.query('update lead set recycle_at = now() + $2::interval where id = any($1)', [ids, span])
const messagesOf = async (salesmanId: string) =>
  (
    await app.pool.query(
      'select title, link from message where admin_id = (select admin_id from salesman where id = $1) order by id',
      [salesmanId],
    )
  ).rows

test('a lead whose time is over returns to its pool, and its holder waits before he claims it again', async () => {
  const { poolId, teamId } = await newPool({ cool_down_days: 3 })
  const salesmanId = await newSalesman({ team_id: teamId })
  const [late, early] = (await newLeads(poolId, 2)) as [string, string]
  for (const leadId of [late, early]) await claimIt(leadId, salesmanId)
  await endIn([late], '-1 second')
  expect(await recycleLeads(app.db)).toBe(1)
  expect(await leadOf(late)).toMatchObject({ salesman_id: null, recycle_at: null, assigned_at: null })
  expect([await heldBy(salesmanId), await kindsOf(late)]).toEqual([1, ['arrived', 'claimed', 'recycled']])
  await expect(claimIt(late, salesmanId)).rejects.toMatchObject({ words: 'leadCoolDown' })
  expect(await findWrongCounts(app.db)).toEqual([])
})

test('a salesman is told once of all that return within a day; a follow-up makes it be told anew', async () => {
  const { poolId, teamId } = await newPool()
  const salesmanId = await newSalesman({ team_id: teamId })
  const leadIds = await newLeads(poolId, 3)
  for (const leadId of leadIds) await claimIt(leadId, salesmanId)
  await endIn(leadIds.slice(0, 2), '23 hours')
  expect(await giveNotice(app.db)).toBe(2)
  expect(await giveNotice(app.db)).toBe(0)
  expect(await messagesOf(salesmanId)).toEqual([
    {
      title: ['2 条线索即将退回线索池', '2 leads return to the pool soon'],
      link: { name: 'CrmClue', query: { salesmanId, place: 'held' } },
    },
  ])
  await followIt(leadIds[0] as string, salesmanId)
  await endIn(leadIds.slice(0, 1), '1 hour')
  expect(await giveNotice(app.db)).toBe(1)
})

test('an open lead whose user was deleted is closed, and its place is free', async () => {
  const { poolId, teamId } = await newPool()
  const salesmanId = await newSalesman({ team_id: teamId })
  const [held, waiting] = (await newLeads(poolId, 2)) as [string, string]
  await claimIt(held, salesmanId)
  await app.pool.query(`update lead set is_forgotten = true, phone = null where id = any($1)`, [
    [held, waiting],
  ])
  expect(await closeForgotten(app.db)).toBe(2)
  expect(await leadOf(held)).toMatchObject({ stage: 'invalid', salesman_id: salesmanId })
  expect(await leadOf(waiting)).toMatchObject({ stage: 'invalid', salesman_id: null })
  expect(await heldBy(salesmanId)).toBe(0)
  expect(await findWrongCounts(app.db)).toEqual([])
})

/** How many rounds of the race; `CRM_ROUNDS=1000` for a long run. */
const rounds = Number(process.env.CRM_ROUNDS ?? 40)

test('recycling races with follow-ups and claims: no follow-up loses its lead, and none is lost, in every round', async () => {
  const { poolId, teamId } = await newPool({ max_claims_per_day: 10_000, max_held: 10_000 })
  const given = { team_id: teamId, capacity: 10_000 }
  const holders = [await newSalesman(given), await newSalesman(given)] as const
  const leadIds = await newLeads(poolId, 12)
  for (let round = 0; round < rounds; round++) {
    await Promise.all(
      leadIds.map(async (leadId, index) => {
        const { salesman_id } = await leadOf(leadId)
        if (salesman_id === null) await claimIt(leadId, holders[index % 2] as string)
      }),
    )
    await endIn(leadIds, '-1 second')
    const told = new Set<string>()
    const follow = async (leadId: string) => {
      const { salesman_id } = await leadOf(leadId)
      if (salesman_id === null) return
      await followIt(leadId, salesman_id).then(() => told.add(leadId), refused)
    }
    const take = (leadId: string) => claimIt(leadId, holders[0]).catch(refused)
    await Promise.all([
      recycleLeads(app.db),
      ...leadIds.map(follow),
      recycleLeads(app.db),
      ...leadIds.map(take),
    ])
    for (const leadId of leadIds) {
      const kinds = await kindsOf(leadId)
      const followed = kinds.lastIndexOf('followUp')
      // What was followed up in time stays with its holder.
      if (told.has(leadId)) expect(kinds.slice(followed)).not.toContain('recycled')
    }
    // A lead that was worked on at that moment returns in the next run.
    await recycleLeads(app.db)
    const { rows } = await app.pool.query('select id from lead where id = any($1) and recycle_at <= now()', [
      leadIds,
    ])
    expect(rows).toEqual([])
  }
  expect(await findWrongCounts(app.db)).toEqual([])
}, 600_000)

const refused = (error: unknown) => {
  if (!(error instanceof Problem)) throw error
}
