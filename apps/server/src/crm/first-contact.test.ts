import { expect, test } from 'vitest'
import { crmWorld, day } from '../../test/crm-world.ts'
import { startApp } from '../../test/harness.ts'
import { assignWaiting } from './assign.ts'
import { findWrongCounts } from './check.ts'
import { passOnLate } from './first-contact.ts'
import { remindDue } from './remind.ts'
import { claim } from './take.ts'
import { followUp } from './work.ts'

const app = startApp()
const { newSalesman, newPool, newLeads, write, leadOf, heldBy, kindsOf } = crmWorld(app)
const by = null
const now = () => ({ day, moment: { day, weekday: 1, minute: 600 } })
const pass = () => passOnLate(app.db, now)
const called = { way: 'call', content: '-', result: 'reached', nextAt: null } as const
const makeLate = (clueId: string) =>
  app.pool.query(`update clue set first_contact_due_at = now() - interval '1 second' where id = $1`, [clueId])
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
  const [clueId] = (await newLeads(poolId, 1)) as [string]
  await assignWaiting(app.db, now)
  return { poolId, clueId, salesmen, firstId: (await leadOf(clueId)).salesman_id as string }
}

test('a lead that nobody contacted goes to each colleague once, then to the pool; all are told', async () => {
  const { clueId, salesmen, firstId } = await given([{}, {}, {}])
  expect(await pass()).toBe(0)
  const had = [firstId]
  for (let turn = 0; turn < 2; turn++) {
    await makeLate(clueId)
    expect(await pass()).toBe(1)
    had.push((await leadOf(clueId)).salesman_id)
  }
  expect(new Set(had)).toEqual(new Set(salesmen))
  await makeLate(clueId)
  expect(await pass()).toBe(1)
  expect(await leadOf(clueId)).toMatchObject({ salesman_id: null, first_contact_due_at: null })
  expect(await kindsOf(clueId)).toEqual(['arrived', 'assigned', 'passedOn', 'passedOn', 'recycled'])
  for (const id of salesmen)
    expect(await titlesOf(id)).toEqual(['您有 1 条新线索', '1 条线索因未及时联系被转走'])
  expect(await Promise.all(salesmen.map(heldBy))).toEqual([0, 0, 0])
  expect(await findWrongCounts(app.db)).toEqual([])
})

test('a contact in time keeps the lead, and its time counts from the arrival', async () => {
  const { clueId, firstId } = await given([{}, {}])
  await app.pool.query(`update clue set arrived_at = now() - interval '20 minutes' where id = $1`, [clueId])
  await write((db) => followUp(db, { clueId, salesmanId: firstId, by, day, ...called }))
  expect(await pass()).toBe(0)
  const lead = await leadOf(clueId)
  expect(lead.salesman_id).toBe(firstId)
  expect(Date.parse(lead.first_contact_at) - Date.parse(lead.arrived_at)).toBeGreaterThanOrEqual(20 * 60_000)
})

test('while no colleague has room the lead stays and the owner is told once; with room it goes on', async () => {
  const { poolId, clueId, salesmen, firstId } = await given([{ weight: 100 }, { capacity: 0 }])
  const ownerId = await newSalesman()
  await app.pool.query('update clue_pool set owner_id = $2 where id = $1', [poolId, ownerId])
  await makeLate(clueId)
  expect([await pass(), await pass()]).toEqual([0, 0])
  expect(await titlesOf(ownerId)).toEqual(['1 条线索超时未联系'])
  expect((await leadOf(clueId)).salesman_id).toBe(firstId)
  await app.pool.query('update salesman set capacity = 5 where id = any($1)', [salesmen])
  expect(await pass()).toBe(1)
  expect((await leadOf(clueId)).salesman_id).not.toBe(firstId)
  expect(await findWrongCounts(app.db)).toEqual([])
})

test('a follow-up that is due is reminded of once for each date, several in one message', async () => {
  const { poolId, teamId } = await newPool()
  const salesmanId = await newSalesman({ team_id: teamId })
  const clueIds = (await newLeads(poolId, 3)) as [string, string, string]
  const plan = (clueId: string, span: string) =>
    app.pool.query('update clue set next_follow_at = now() + $2::interval where id = $1', [clueId, span])
  for (const clueId of clueIds) await write((db) => claim(db, { clueId, salesmanId, by, day }))
  await plan(clueIds[0], '-1 second')
  await plan(clueIds[1], '1 hour')
  expect([await remindDue(app.db), await remindDue(app.db)]).toEqual([1, 0])
  await plan(clueIds[0], '-2 seconds')
  await plan(clueIds[1], '-2 seconds')
  expect([await remindDue(app.db), await remindDue(app.db)]).toEqual([2, 0])
  const { rows } = await app.pool.query(
    `select title->>0 as title, link->'query' as query from message
     where admin_id = (select admin_id from salesman where id = $1) order by id`,
    [salesmanId],
  )
  expect(rows).toEqual([
    { title: '有线索到了跟进时间', query: { open: clueIds[0] } },
    { title: '2 条线索到了跟进时间', query: { salesmanId, due: 'overdue' } },
  ])
})
