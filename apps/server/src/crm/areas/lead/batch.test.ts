import { afterEach, expect, test, vi } from 'vitest'
import { jobs } from '#boot/registry'
import type { RunningJobs } from '#platform/jobs/start'
import { crmWorld } from '#test/crm-world'
import { type RequestFn, startApp } from '#test/harness'
import { runJobs } from '#test/run-jobs'
import { findWrongCounts } from '../../wrong-counts.ts'

const app = startApp()
const { newPool, newLeads, newSalesman, leadOf, one, kindsOf, heldBy } = crmWorld(app)
const points = ['assign', 'transfer', 'release', 'convert', 'invalidate'].map((act) => `lead:${act}Matching`)
let running: RunningJobs | undefined
afterEach(async () => {
  await running?.stop()
  running = undefined
})

/** A salesman with the data scope `own`. */
async function salesperson(teamId: string, also: string[] = []) {
  const request = await app.as(...points, ...also)
  await app.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [request.adminId],
  )
  return Object.assign(request, {
    salesmanId: await one('salesman', {
      admin_id: request.adminId,
      name: `S${request.adminId}`,
      team_id: teamId,
      capacity: 20_000,
    }),
  })
}

const counted = async (request: RequestFn, act: string, filter: object) => {
  const { body } = await request('POST', `/lead/batch/${act}/count`, { filter })
  expect(body, body.desc).toMatchObject({ code: '0000' })
  return body.data as { count: number; others: number; mark: string }
}
const onAll = async (request: RequestFn, act: string, filter: object, given: object) => {
  const { count, mark } = await counted(request, act, filter)
  return (await request('POST', `/lead/batch/${act}/matching`, { filter, count, mark, ...given })).body
}
/** Gives leads to a salesman by the batch itself. */
const give = async (request: RequestFn, poolId: string, salesmanId: string) => {
  const body = await onAll(request, 'assign', { poolId }, { salesmanId })
  expect(body, body.desc).toMatchObject({ code: '0000' })
}
const number = async (what: string, values: unknown[] = []) =>
  (await app.pool.query(`select count(*)::int as n from ${what}`, values)).rows[0].n as number
const startBatches = async () => {
  running = await runJobs(
    app,
    jobs.filter(({ name }) => name === 'batch'),
  )
}
const ended = (request: RequestFn, id: string) =>
  vi.waitFor(
    async () => {
      const row = (await request('GET', `/batch/${id}`)).body.data
      expect(row.status).toBe('done')
      return row
    },
    { timeout: 240_000, interval: 100 },
  )

test('each lead keeps the rules of the single act: what refuses is reported with its reason and stops no other', async () => {
  const boss = await app.as(...points)
  const { poolId, teamId } = await newPool({ max_held: 3 })
  const salesmanId = await newSalesman({ team_id: teamId, name: '甲' })
  const ids = await newLeads(poolId, 5)
  await app.pool.query(
    `update lead set closed_at = now(), assigned_at = now(), stage = 'invalid', salesman_id = $2 where id = $1`,
    [(await newLeads(poolId, 1))[0], await newSalesman()],
  )
  expect(await counted(boss, 'assign', { poolId })).toMatchObject({ count: 5, others: 1 })
  const { code, data } = await onAll(boss, 'assign', { poolId }, { salesmanId, reason: '同城' })
  expect([code, data.done, data.batch]).toEqual(['0000', 3, null])
  expect(data.refused).toEqual(
    ids.slice(3).map((id) => ({ id, reason: '销售“甲”在此线索池持有的线索已达上限' })),
  )
  for (const id of ids.slice(0, 3)) expect(await kindsOf(id)).toEqual(['arrived', 'assigned'])
  for (const id of ids.slice(3)) {
    expect(await kindsOf(id)).toEqual(['arrived'])
    expect(await leadOf(id)).toMatchObject({ salesman_id: null, version: 1 })
  }
  expect(await heldBy(salesmanId)).toBe(3)
  // He is told once of all.
  const told = await app.pool.query(
    `select m.title, m.link from message m join salesman s on s.admin_id = m.admin_id where s.id = $1`,
    [salesmanId],
  )
  expect(told.rows.map(({ title, link }) => [title[0], link])).toEqual([
    ['您有 3 条新线索', { name: 'CrmClue', query: { salesmanId } }],
  ])
  const lines = await app.pool.query(
    `select target_id, after from audit_log where admin_id = $1 and point = 'lead:assignMatching' order by id`,
    [boss.adminId],
  )
  expect(lines.rows.map(({ target_id }) => target_id)).toEqual(ids.slice(0, 3))
  expect(lines.rows[0].after).toMatchObject({ salesmanId, stage: 'new' })
})

test('all acts: leads are transferred, released, won and closed, each with its line of history', async () => {
  const boss = await app.as(...points)
  const { poolId, teamId } = await newPool()
  const [first, other] = [await newSalesman({ team_id: teamId }), await newSalesman({ team_id: teamId })]
  const [a, b] = (await newLeads(poolId, 2)) as [string, string]
  await give(boss, poolId, first)
  expect((await onAll(boss, 'transfer', { poolId }, { salesmanId: other, reason: '调整' })).data.done).toBe(2)
  expect(
    (await onAll(boss, 'transfer', { poolId }, { salesmanId: other, reason: '调整' })).data,
  ).toMatchObject({
    done: 0,
    refused: [{ id: a }, { id: b }],
  })
  expect([await heldBy(first), await heldBy(other)]).toEqual([0, 2])
  expect((await onAll(boss, 'release', { poolId }, { reason: '退回' })).data.done).toBe(2)
  await give(boss, poolId, first)
  expect((await onAll(boss, 'convert', { poolId }, { reason: '签约' })).data.done).toBe(2)
  expect(await kindsOf(a)).toEqual([
    'arrived',
    'assigned',
    'transferred',
    'released',
    'assigned',
    'converted',
  ])
  const [c] = (await newLeads(poolId, 1)) as [string]
  await give(boss, poolId, first)
  expect((await onAll(boss, 'invalidate', { poolId }, { reason: '空号' })).data.done).toBe(1)
  expect(await leadOf(c)).toMatchObject({ stage: 'invalid', salesman_id: first })
  expect(await findWrongCounts(app.db)).toEqual([])
})

test('a batch of a salesman touches only his own leads, and gives them only to his team', async () => {
  const boss = await app.as(...points)
  const { poolId, teamId } = await newPool()
  const far = await newPool()
  const [me, mate] = [await salesperson(teamId), await salesperson(teamId)]
  const stranger = await newSalesman({ team_id: far.teamId })
  await newLeads(poolId, 4)
  await give(boss, poolId, mate.salesmanId)
  const own = await newLeads(poolId, 3)
  await give(boss, poolId, me.salesmanId)
  const foreign = await newLeads(far.poolId, 3)
  await give(boss, far.poolId, stranger)

  for (const act of ['transfer', 'release', 'convert', 'invalidate'])
    for (const filter of [{}, { stage: 'new' }, { place: 'held' }])
      expect((await counted(me, act, filter)).count, act).toBe(3)
  for (const salesmanId of [mate.salesmanId, stranger])
    expect((await counted(me, 'release', { salesmanId })).count).toBe(0)
  // A mark of others, even one that fits, is of rows that he does not have.
  const theirs = await counted(boss, 'release', { salesmanId: mate.salesmanId })
  const forged = { filter: {}, count: 4, mark: theirs.mark, reason: '试' }
  expect((await me('POST', '/lead/batch/release/matching', forged)).body.code).toBe('4090')
  const refused = await onAll(me, 'transfer', {}, { salesmanId: stranger, reason: '试' })
  expect([refused.code, Object.keys(refused.data.fields)]).toEqual(['4000', ['salesmanId']])

  expect((await onAll(me, 'release', {}, { reason: '退回' })).data).toMatchObject({ done: 3, refused: [] })
  for (const id of own) expect(await leadOf(id)).toMatchObject({ salesman_id: null })
  for (const id of foreign) expect(await leadOf(id)).toMatchObject({ salesman_id: stranger, version: 2 })
  expect(await number('lead where salesman_id = $1', [mate.salesmanId])).toBe(4)
})

test('batches that race with single claims: each lead has one winner, and no limit is passed by one', async () => {
  const boss = await app.as(...points)
  const { poolId, teamId } = await newPool({ max_held: 1_000, max_claims_per_day: 1_000 })
  const claimers = await Promise.all(
    Array.from({ length: 6 }, () => salesperson(teamId, ['lead:claim', 'lead:page'])),
  )
  const salesmanId = await newSalesman({ team_id: teamId, capacity: 70 })
  const ids = await newLeads(poolId, 120)
  const { count, mark } = await counted(boss, 'assign', { poolId })
  const [batch, ...claims] = await Promise.all([
    boss('POST', '/lead/batch/assign/matching', { filter: { poolId }, count, mark, salesmanId }),
    ...claimers.map(async (who, index) => {
      let won = 0
      for (const id of ids.filter((_, n) => n % 2 === index % 2).toReversed())
        if ((await who('POST', `/lead/${id}/claim`, {})).body.code === '0000') won++
      return won
    }),
  ])
  const { done, refused } = batch.body.data
  expect(done).toBeGreaterThan(0)
  expect(done).toBeLessThanOrEqual(70)
  // Leads that were claimed meanwhile do not match the act any more, so they are neither done nor refused.
  expect(done + refused.length).toBeLessThanOrEqual(120)
  expect(await heldBy(salesmanId)).toBe(done)
  const won = claims.reduce((sum, each) => sum + each, 0)
  expect(await number('lead where pool_id = $1 and salesman_id is not null', [poolId])).toBe(done + won)
  for (const id of ids) expect((await kindsOf(id)).length).toBeLessThanOrEqual(2)
  expect(await findWrongCounts(app.db)).toEqual([])
})

test('1,000 leads run in the background with progress; what refused is told by reason, to nobody else', async () => {
  const boss = await app.as(...points, 'lead:claim')
  const { poolId, teamId } = await newPool({ max_held: 10_000 })
  const salesmanId = await newSalesman({ team_id: teamId, capacity: 900, name: '乙' })
  const me = await salesperson(teamId, ['lead:claim', 'lead:page'])
  const ids = await newLeads(poolId, 1_000)
  const { data } = await onAll(boss, 'assign', { poolId }, { salesmanId })
  expect(data).toMatchObject({
    done: 0,
    refused: [],
    batch: { act: 'lead.assign', total: 1_000, refused: 0 },
  })
  const { id } = data.batch
  await startBatches()
  const seen: number[] = []
  // Meanwhile somebody claims from the end of the line.
  let claimed = 0
  for (const lead of ids.slice(-30).toReversed()) {
    if ((await me('POST', `/lead/${lead}/claim`, {})).body.code === '0000') claimed++
    seen.push((await boss('GET', `/batch/${id}`)).body.data.done)
  }
  expect(claimed).toBeGreaterThan(0)
  const row = await ended(boss, id)
  expect(row).toMatchObject({ done: 900, refused: 100 - claimed, failure: null })
  expect(seen.some((done) => done > 0 && done < 900)).toBe(true)
  const reasons = (await boss('GET', `/batch/${id}/refusals`)).body.data
  expect(reasons).toMatchObject([{ reason: '销售“乙”持有的线索已达上限', count: 100 - claimed }])
  expect(reasons[0].ids).toHaveLength(100 - claimed)
  expect((await me('GET', `/batch/${id}/refusals`)).body.code).toBe('4040')
  const { rows } = await app.pool.query('select content, link from message where admin_id = $1', [
    boss.adminId,
  ])
  expect(rows).toHaveLength(1)
  expect(rows[0].content[0]).toBe(
    `分配线索：已完成 900 条；${claimed} 条在此期间已变更，未处理。${100 - claimed} 条未能处理，打开此消息可查看原因。`,
  )
  expect(rows[0].link).toEqual({ name: 'CrmClue', query: { batch: id } })
  expect(await heldBy(salesmanId)).toBe(900)
  expect(
    await number(`message m join salesman s on s.admin_id = m.admin_id where s.id = $1`, [salesmanId]),
  ).toBe(1)
  expect(await number(`audit_log where point = 'lead:assignMatching' and after ->> 'batch' = $1`, [id])).toBe(
    900,
  )
  expect(await number('batch_piece where batch_id = $1', [id])).toBe(0)
  expect(await findWrongCounts(app.db)).toEqual([])
}, 300_000)

test('a batch that is stopped keeps what is done; one whose salesman loses his team does nothing more', async () => {
  const boss = await app.as(...points)
  const { poolId, teamId } = await newPool({ max_held: 10_000 })
  const me = await salesperson(teamId)
  await newLeads(poolId, 400)
  const first = await onAll(boss, 'assign', { poolId }, { salesmanId: me.salesmanId })
  await startBatches()
  await ended(boss, first.data.batch.id)
  await running?.stop()

  const { data } = await onAll(me, 'release', {}, { reason: '退回' })
  await app.pool.query(`update salesman set status = 'left' where id = $1`, [me.salesmanId])
  await startBatches()
  expect(await ended(me, data.batch.id)).toMatchObject({ done: 0, refused: 0 })
  expect(await number('lead where salesman_id = $1', [me.salesmanId])).toBe(400)
}, 300_000)
