import { expect, test } from 'vitest'
import { crmWorld, day } from '#test/crm-world'
import { startApp } from '#test/harness'
import { assignWaiting } from './assign.ts'
import { claim } from './claim-and-assign.ts'
import { passOnLate } from './first-contact.ts'
import { followUp } from './follow-up.ts'
import { tellLate } from './overdue-notices.ts'
import { release } from './release.ts'
import { remindDue } from './remind.ts'
import { findWrongCounts } from './wrong-counts.ts'

const app = startApp()
const { newSalesman, newPool, newLeads, write, leadOf, heldBy, kindsOf } = crmWorld(app)
const by = null
const now = () => ({ day, moment: { day, weekday: 1, minute: 600 } })
const pass = () => passOnLate(app.db, now)
const called = { way: 'call', content: '-', result: 'reached', nextAt: null } as const
const makeLate = (leadId: string) =>
  app.pool.query(`update lead set first_contact_due_at = now() - interval '1 second' where id = $1`, [leadId])
const titlesOf = async (salesmanId: string): Promise<string[]> =>
  (
    await app.pool.query(
      `select title->>0 as title from message where admin_id = (select admin_id from salesman where id = $1) order by id`,
      [salesmanId],
    )
  ).rows.map(({ title }) => title)

/** A lead that was given to one of the salesmen of an automatic pool. */
async function given(colleagues: readonly object[]) {
  const { poolId, teamId } = await newPool({ is_automatic: true })
  const salesmen: string[] = []
  for (const each of colleagues) salesmen.push(await newSalesman({ team_id: teamId, ...each }))
  const [leadId] = (await newLeads(poolId, 1)) as [string]
  await assignWaiting(app.db, now)
  return { poolId, leadId, salesmen, firstId: (await leadOf(leadId)).salesman_id as string }
}

test('a lead that nobody contacted goes to each colleague once, then to the pool; all are told', async () => {
  const { leadId, salesmen, firstId } = await given([{}, {}, {}])
  expect(await pass()).toBe(0)
  const had = [firstId]
  for (let turn = 0; turn < 2; turn++) {
    await makeLate(leadId)
    expect(await pass()).toBe(1)
    had.push((await leadOf(leadId)).salesman_id)
  }
  expect(new Set(had)).toEqual(new Set(salesmen))
  await makeLate(leadId)
  expect(await pass()).toBe(1)
  expect(await leadOf(leadId)).toMatchObject({ salesman_id: null, first_contact_due_at: null })
  expect(await kindsOf(leadId)).toEqual(['arrived', 'assigned', 'passedOn', 'passedOn', 'recycled'])
  for (const id of salesmen)
    expect(await titlesOf(id)).toEqual(['您有 1 条新线索', '1 条线索因未及时联系被转走'])
  expect(await Promise.all(salesmen.map(heldBy))).toEqual([0, 0, 0])
  expect(await findWrongCounts(app.db)).toEqual([])
})

test('a contact in time keeps the lead, and its time counts from the arrival', async () => {
  const { leadId, firstId } = await given([{}, {}])
  await app.pool.query(`update lead set arrived_at = now() - interval '20 minutes' where id = $1`, [leadId])
  await write((db) => followUp(db, { leadId, salesmanId: firstId, by, day, ...called }))
  expect(await pass()).toBe(0)
  const lead = await leadOf(leadId)
  expect(lead.salesman_id).toBe(firstId)
  expect(Date.parse(lead.first_contact_at) - Date.parse(lead.arrived_at)).toBeGreaterThanOrEqual(20 * 60_000)
})

test('while no colleague has room the lead stays and the owner is told once; with room it goes on', async () => {
  const { poolId, leadId, salesmen, firstId } = await given([{ weight: 100 }, { capacity: 0 }])
  const ownerId = await newSalesman()
  await app.pool.query('update lead_pool set owner_id = $2 where id = $1', [poolId, ownerId])
  await makeLate(leadId)
  expect([await pass(), await pass()]).toEqual([0, 0])
  expect(await titlesOf(ownerId)).toEqual(['1 条线索超时未联系'])
  expect((await leadOf(leadId)).salesman_id).toBe(firstId)
  await app.pool.query('update salesman set capacity = 5 where id = any($1)', [salesmen])
  expect(await pass()).toBe(1)
  expect((await leadOf(leadId)).salesman_id).not.toBe(firstId)
  expect(await findWrongCounts(app.db)).toEqual([])
})

test('where leads are not passed on, the holder and who is in charge are told once, for each holding', async () => {
  const { poolId, teamId } = await newPool()
  const [salesmanId, headId, ownerId] = [
    await newSalesman({ team_id: teamId }),
    await newSalesman({ team_id: teamId }),
    await newSalesman(),
  ]
  await app.pool.query('update sales_team set head_id = $1 where id = $2', [headId, teamId])
  const leadIds = (await newLeads(poolId, 3)) as [string, string, string]
  const take = (leadId: string, who = salesmanId) =>
    write((db) => claim(db, { leadId, salesmanId: who, by, day }))
  const [one, two, ofHead] = leadIds
  for (const leadId of [one, two]) await take(leadId)
  await take(ofHead, headId)
  expect(await tellLate(app.db)).toBe(0)
  for (const leadId of leadIds) await makeLate(leadId)
  expect([await pass(), await tellLate(app.db), await tellLate(app.db)]).toEqual([0, 3, 0])
  expect((await leadOf(one)).salesman_id).toBe(salesmanId)
  expect(await titlesOf(salesmanId)).toEqual(['2 条线索超过首次联系时限'])
  // The head is told of his own lead, and of those of the others.
  expect(await titlesOf(headId)).toEqual(['1 条线索超过首次联系时限', '2 条线索超过首次联系时限'])
  const { rows } = await app.pool.query(
    `select link->'query' as query from message where admin_id in (select admin_id from salesman where id = any($1)) order by id`,
    [[salesmanId, headId]],
  )
  expect(rows.map(({ query }) => query)).toEqual([
    { salesmanId, poolId, late: 'true' },
    { salesmanId: headId, poolId, late: 'true' },
    { poolId, late: 'true' },
  ])
  // The owner of the pool goes before the head of its team; a new holding is told of anew, a contacted lead never.
  await app.pool.query('update lead_pool set owner_id = $2 where id = $1', [poolId, ownerId])
  await write((db) => followUp(db, { leadId: two, salesmanId, by, day, ...called }))
  await write((db) => release(db, { leadId: one, salesmanId, by, day, reason: '' }))
  await take(one)
  await makeLate(one)
  expect(await tellLate(app.db)).toBe(1)
  expect(await titlesOf(ownerId)).toEqual(['1 条线索超过首次联系时限'])
  expect(await titlesOf(salesmanId)).toHaveLength(2)
  expect(await titlesOf(headId)).toHaveLength(2)
})

test('of a late lead of the public pool the head of the holder’s team is told', async () => {
  const { teamId } = await newPool()
  const [salesmanId, headId] = [
    await newSalesman({ team_id: teamId }),
    await newSalesman({ team_id: teamId }),
  ]
  await app.pool.query('update sales_team set head_id = $1 where id = $2', [headId, teamId])
  const { rows } = await app.pool.query(`select id from lead_pool where kind = 'public'`)
  const [leadId] = (await newLeads(rows[0].id, 1)) as [string]
  await write((db) => claim(db, { leadId, salesmanId, by, day }))
  await makeLate(leadId)
  expect(await tellLate(app.db)).toBe(1)
  expect(await titlesOf(headId)).toEqual(['1 条线索超过首次联系时限'])
})

test('a follow-up that is due is reminded of once for each date, several in one message', async () => {
  const { poolId, teamId } = await newPool()
  const salesmanId = await newSalesman({ team_id: teamId })
  const leadIds = (await newLeads(poolId, 3)) as [string, string, string]
  const plan = (leadId: string, span: string) =>
    app.pool.query('update lead set next_follow_at = now() + $2::interval where id = $1', [leadId, span])
  for (const leadId of leadIds) await write((db) => claim(db, { leadId, salesmanId, by, day }))
  await plan(leadIds[0], '-1 second')
  await plan(leadIds[1], '1 hour')
  expect([await remindDue(app.db), await remindDue(app.db)]).toEqual([1, 0])
  await plan(leadIds[0], '-2 seconds')
  await plan(leadIds[1], '-2 seconds')
  expect([await remindDue(app.db), await remindDue(app.db)]).toEqual([2, 0])
  const { rows } = await app.pool.query(
    `select title->>0 as title, link->'query' as query from message
     where admin_id = (select admin_id from salesman where id = $1) order by id`,
    [salesmanId],
  )
  expect(rows).toEqual([
    { title: '有线索到了跟进时间', query: { open: leadIds[0] } },
    { title: '2 条线索到了跟进时间', query: { salesmanId, due: 'overdue' } },
  ])
})
