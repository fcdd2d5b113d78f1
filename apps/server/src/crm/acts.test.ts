import { expect, test } from 'vitest'
import { crmWorld, day } from '#test/crm-world'
import { startApp } from '#test/harness'
import { arrive } from './arrive.ts'
import { assign, claim, transfer } from './claim-and-assign.ts'
import { close, followUp, protect, setStage } from './follow-up.ts'
import { release } from './release.ts'
import { findWrongCounts } from './wrong-counts.ts'

const app = startApp()
const { one, newSalesman, newPool, newLeads, write, leadOf, heldBy, kindsOf } = crmWorld(app)
const by = null
const reason = '测试'
const called = { way: 'call', content: '已联系', result: 'reached', nextAt: null } as const

/** Milliseconds between two instants. */
const span = (from: string, to: string) => Date.parse(to) - Date.parse(from)

/** A salesman of a pool, and leads that wait there. */
async function desk({
  leads = 1,
  pool = {},
  salesman = {},
}: {
  leads?: number
  pool?: object
  salesman?: object
} = {}) {
  const { poolId, teamId } = await newPool(pool as never)
  const salesmanId = await newSalesman({ team_id: teamId, ...salesman })
  return { poolId, teamId, salesmanId, leadIds: (await newLeads(poolId, leads)) as [string, ...string[]] }
}
const claimIt = (leadId: string, salesmanId: string, on = day) =>
  write((db) => claim(db, { leadId, salesmanId, by, day: on }))
const releaseIt = (leadId: string, salesmanId: string) =>
  write((db) => release(db, { leadId, salesmanId, by, day, reason }))

test('a claimed lead is held, its clocks run, and its history says so', async () => {
  const { salesmanId, leadIds } = await desk({ pool: { first_contact_minutes: 30, recycle_days: 7 } })
  await claimIt(leadIds[0], salesmanId)
  const lead = await leadOf(leadIds[0])
  expect(lead).toMatchObject({ salesman_id: salesmanId, stage: 'new', first_contact_at: null })
  expect(span(lead.assigned_at, lead.first_contact_due_at)).toBe(30 * 60_000)
  expect(span(lead.assigned_at, lead.recycle_at)).toBe(7 * 86_400_000)
  expect([await heldBy(salesmanId), await kindsOf(leadIds[0])]).toEqual([1, ['arrived', 'claimed']])
})

test('each reason for which a lead cannot be claimed has its own sentence, and nothing changes', async () => {
  const pool = { lock_minutes: 10, cool_down_days: 3 }
  const { salesmanId, teamId, leadIds } = await desk({ leads: 4, pool })
  const [taken, resting, closed, waiting] = leadIds as unknown as [string, string, string, string]
  const other = await newSalesman({ team_id: teamId })
  const refused = (leadId: string, who = salesmanId) => expect(claimIt(leadId, who)).rejects
  await claimIt(taken, other)
  await refused(taken).toMatchObject({ words: 'takenByAnother' })
  await claimIt(resting, salesmanId)
  await releaseIt(resting, salesmanId)
  await refused(resting).toMatchObject({ words: 'leadResting' })
  await app.pool.query('update lead set rest_until = null where id = $1', [resting])
  await refused(resting).toMatchObject({ words: 'leadCoolDown' })
  await claimIt(closed, other)
  await write((db) => close(db, { leadId: closed, salesmanId: other, by, day, stage: 'invalid', reason }))
  await refused(closed).toMatchObject({ words: 'leadClosed' })
  await refused(waiting, await newSalesman()).toMatchObject({ words: 'leadElsewhere' })
  await refused('999999999').toMatchObject({ code: '4040' })
  await app.pool.query(`update salesman set status = 'onLeave', leave_from = now() where id = $1`, [
    salesmanId,
  ])
  await refused(waiting).toMatchObject({ words: 'notOnDuty' })
  expect([await heldBy(salesmanId), await heldBy(other)]).toEqual([0, 1])
  expect(await kindsOf(waiting)).toEqual(['arrived'])
})

test('giving a lead back returns no claim of the day; the next business day has new ones', async () => {
  const { salesmanId, leadIds } = await desk({ leads: 3, pool: { max_claims_per_day: 2 } })
  for (const id of leadIds.slice(0, 2)) {
    await claimIt(id, salesmanId)
    await releaseIt(id, salesmanId)
  }
  await expect(claimIt(leadIds[2] as string, salesmanId)).rejects.toMatchObject({ words: 'claimsUsed' })
  await claimIt(leadIds[2] as string, salesmanId, '2026-03-03')
  // A call that began before midnight and ends after it counts on the later day.
  await claimIt(leadIds[1] as string, salesmanId, day)
  await expect(claimIt(leadIds[0], salesmanId, day)).rejects.toMatchObject({ words: 'claimsUsed' })
})

test('the capacity and the quota of a salesman, and the places of a pool, are kept', async () => {
  const full = await desk({ leads: 2, salesman: { capacity: 1 } })
  await claimIt(full.leadIds[0], full.salesmanId)
  await expect(claimIt(full.leadIds[1] as string, full.salesmanId)).rejects.toMatchObject({
    words: 'capacityFull',
  })
  const used = await desk({ leads: 2, salesman: { daily_quota: 1 } })
  await claimIt(used.leadIds[0], used.salesmanId)
  await expect(claimIt(used.leadIds[1] as string, used.salesmanId)).rejects.toMatchObject({
    words: 'quotaUsed',
  })
  const small = await desk({ leads: 2, pool: { max_held: 1 } })
  await claimIt(small.leadIds[0], small.salesmanId)
  await expect(claimIt(small.leadIds[1] as string, small.salesmanId)).rejects.toMatchObject({
    words: 'poolFull',
  })
  // Somebody in charge may give him one beyond the quota of the day, not beyond the capacity.
  await write((db) => assign(db, { leadId: used.leadIds[1] as string, salesmanId: used.salesmanId, by, day }))
  await expect(
    write((db) => assign(db, { leadId: full.leadIds[1] as string, salesmanId: full.salesmanId, by, day })),
  ).rejects.toMatchObject({ words: 'capacityFull' })
})

test('a transfer moves the place from one salesman to the other, once', async () => {
  const { salesmanId, teamId, leadIds } = await desk()
  const other = await newSalesman({ team_id: teamId })
  await claimIt(leadIds[0], salesmanId)
  const move = () =>
    write((db) =>
      transfer(db, { leadId: leadIds[0], fromId: salesmanId, salesmanId: other, by, day, reason }),
    )
  await move()
  await expect(move()).rejects.toMatchObject({ words: 'leadMoved' })
  expect([await heldBy(salesmanId), await heldBy(other)]).toEqual([0, 1])
  expect((await leadOf(leadIds[0])).salesman_id).toBe(other)
})

test('a follow-up stops the clock of first contact and gives more time, up to the end of the protection', async () => {
  const { salesmanId, leadIds } = await desk({ pool: { recycle_days: 7, protect_days: 8 } })
  const [leadId] = leadIds
  await claimIt(leadId, salesmanId)
  await app.pool.query(
    `update lead set assigned_at = now() - interval '5 days', recycle_at = now() + interval '2 days', notice_at = now() where id = $1`,
    [leadId],
  )
  await write((db) => followUp(db, { leadId, salesmanId, by, day, ...called }))
  const lead = await leadOf(leadId)
  expect(lead).toMatchObject({ stage: 'contacted', first_contact_due_at: null, notice_at: null })
  expect(span(lead.assigned_at, lead.recycle_at)).toBe(8 * 86_400_000)
  await write((db) => protect(db, { leadId, salesmanId, by, day, reason }))
  expect(span(lead.last_follow_at, (await leadOf(leadId)).recycle_at)).toBeGreaterThanOrEqual(8 * 86_400_000)
  await expect(write((db) => protect(db, { leadId, salesmanId, by, day, reason }))).rejects.toMatchObject({
    words: 'protectedBefore',
  })
  const { rows } = await app.pool.query(
    'select way, content, result from lead_follow_up where lead_id = $1',
    [leadId],
  )
  expect(rows).toEqual([{ way: 'call', content: '已联系', result: 'reached' }])
})

test('a won lead stays with who won it and takes no place; the history has each stage', async () => {
  const { salesmanId, leadIds } = await desk()
  const [leadId] = leadIds
  await claimIt(leadId, salesmanId)
  await write((db) => setStage(db, { leadId, salesmanId, by, day, stage: 'applied' }))
  const won = { leadId, salesmanId, by, day, stage: 'converted', reason } as const
  await write((db) => close(db, won))
  await expect(write((db) => close(db, won))).rejects.toMatchObject({ words: 'leadClosed' })
  expect([await heldBy(salesmanId), (await leadOf(leadId)).salesman_id]).toEqual([0, salesmanId])
  const { rows } = await app.pool.query(
    'select from_stage, to_stage from lead_event where lead_id = $1 order by id offset 2',
    [leadId],
  )
  expect(rows).toEqual([
    { from_stage: 'new', to_stage: 'applied' },
    { from_stage: 'applied', to_stage: 'converted' },
  ])
})

test('the same phone is one lead, also when it arrives twenty times at once; an invalid one may come again', async () => {
  const { poolId, salesmanId } = await desk({ leads: 0 })
  const arrival = { phone: '13911112222', source: 'open', poolId, by } as const
  const answers = await Promise.all(Array.from({ length: 20 }, () => write((db) => arrive(db, arrival))))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
  const leadId = answers[0]?.id as string
  expect((await kindsOf(leadId)).toSorted()).toEqual(['arrived', ...Array(19).fill('arrivedAgain')])
  await claimIt(leadId, salesmanId)
  await write((db) => close(db, { leadId, salesmanId, by, day, stage: 'invalid', reason }))
  const again = await write((db) => arrive(db, arrival))
  expect(again).toMatchObject({ isNew: true })
  expect(again.id).not.toBe(leadId)
})

test('the deletion of a user empties the lead and its texts; nobody works on it any more', async () => {
  const { poolId, salesmanId } = await desk({ leads: 0 })
  const userId = await one('"user"', { flow: 'full', name: '王小明', phone: '13911113333' })
  const { id: leadId } = await write((db) => arrive(db, { userId, source: 'unaccepted', poolId, by }))
  await claimIt(leadId, salesmanId)
  await write((db) => followUp(db, { leadId, salesmanId, by, day, ...called, content: '王小明说明天来' }))
  await app.pool.query(
    `update "user" set status = 'deleted', deleted_at = now(), name = null, phone = null where id = $1`,
    [userId],
  )
  expect(await leadOf(leadId)).toMatchObject({ is_forgotten: true, phone: null, name: '' })
  const { rows } = await app.pool.query('select content from lead_follow_up where lead_id = $1', [leadId])
  expect(rows).toEqual([{ content: '' }])
  await expect(write((db) => followUp(db, { leadId, salesmanId, by, day, ...called }))).rejects.toMatchObject(
    {
      words: 'userGone',
    },
  )
  await expect(write((db) => arrive(db, { userId, source: 'unaccepted', poolId, by }))).rejects.toMatchObject(
    { words: 'userGone' },
  )
  expect(await findWrongCounts(app.db)).toEqual([])
})
