import { expect, test } from 'vitest'
import { crmWorld, day } from '#test/crm-world'
import { startApp } from '#test/harness'
import { assign, claim } from './claim-and-assign.ts'
import { beginHandOver, openHandOvers, runHandOver } from './hand-over.ts'
import { findWrongCounts } from './wrong-counts.ts'

const app = startApp()
const { newSalesman, newPool, newLeads, write, heldBy, kindsOf } = crmWorld(app)
const [by, reason] = [null, '离职']

/** A salesman who holds leads, and a colleague. */
async function team(leads: number, colleague = {}) {
  const { poolId, teamId } = await newPool()
  const fromId = await newSalesman({ team_id: teamId })
  const toId = await newSalesman({ team_id: teamId, ...colleague })
  const leadIds = await newLeads(poolId, leads)
  for (const leadId of leadIds) await write((db) => claim(db, { leadId, salesmanId: fromId, by, day }))
  return { fromId, toId, leadIds }
}
const begin = (fromId: string, toId: string | null) =>
  write((db) => beginHandOver(db, { fromId, toId, reason, by }))
async function run(signal?: AbortSignal) {
  const [open] = await openHandOvers(app.db)
  return open && runHandOver(app.db, open, { day, ...(signal && { signal }) })
}

test('all leads go to the other one, each with a line in its history', async () => {
  const { fromId, toId, leadIds } = await team(5)
  await begin(fromId, toId)
  await expect(begin(fromId, null)).rejects.toMatchObject({ words: 'handingOver' })
  expect(await run()).toEqual({ moved: 5, toPool: 0 })
  expect([await heldBy(fromId), await heldBy(toId)]).toEqual([0, 5])
  expect(await kindsOf(leadIds[0] as string)).toEqual(['arrived', 'claimed', 'transferred'])
  expect(await openHandOvers(app.db)).toEqual([])
})

test('a hand-over of more leads than a batch leaves none behind', async () => {
  const { fromId, toId } = await team(0)
  const { rows } = await app.pool.query('select team_id from salesman where id = $1', [fromId])
  const pool = await app.pool.query('select id from lead_pool where team_id = $1', [rows[0].team_id])
  await app.pool.query('update salesman set capacity = 1000 where id = any($1::bigint[])', [[fromId, toId]])
  await app.pool.query('update lead_pool set max_held = 1000 where id = $1', [pool.rows[0].id])
  for (const leadId of await newLeads(pool.rows[0].id, 450))
    await write((db) => assign(db, { leadId, salesmanId: fromId, by, day }))
  await begin(fromId, toId)
  expect(await run()).toEqual({ moved: 450, toPool: 0 })
  expect([await heldBy(fromId), await heldBy(toId)]).toEqual([0, 450])
})

test('what the other one has no place for returns to its pool, and so does everything without another one', async () => {
  const small = await team(5, { capacity: 2 })
  await begin(small.fromId, small.toId)
  expect(await run()).toEqual({ moved: 2, toPool: 3 })
  const alone = await team(3)
  await begin(alone.fromId, null)
  expect(await run()).toEqual({ moved: 0, toPool: 3 })
  expect([await heldBy(small.toId), await heldBy(small.fromId), await heldBy(alone.fromId)]).toEqual([
    2, 0, 0,
  ])
  expect(await findWrongCounts(app.db)).toEqual([])
})

test('a run that is stopped goes on where it was, and nothing is moved twice', async () => {
  const { fromId, toId } = await team(6)
  await begin(fromId, toId)
  const stop = new AbortController()
  const stopped = run(stop.signal)
  stop.abort()
  await expect(stopped).rejects.toThrow()
  expect(await openHandOvers(app.db)).toHaveLength(1)
  const before = await heldBy(toId)
  expect(await run()).toEqual({ moved: 6 - before, toPool: 0 })
  expect([await heldBy(fromId), await heldBy(toId)]).toEqual([0, 6])
  const { rows } = await app.pool.query('select moved, to_pool from lead_hand_over where from_id = $1', [
    fromId,
  ])
  expect(rows).toEqual([{ moved: 6, to_pool: 0 }])
})

test('nobody who is not on duty gets the leads of another one', async () => {
  const { fromId, toId } = await team(1, { status: 'left' })
  await expect(begin(fromId, toId)).rejects.toMatchObject({ words: 'notOnDuty' })
  expect(await openHandOvers(app.db)).toEqual([])
})
