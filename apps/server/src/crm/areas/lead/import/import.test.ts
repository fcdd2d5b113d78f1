import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { importCheck } from '#platform/imports/check-job'
import { importCommit } from '#platform/imports/commit-job'
import { findAllowed } from '#platform/imports/workbooks'
import type { RunningJobs } from '#platform/jobs/start'
import { crmWorld } from '#test/crm-world'
import { startApp } from '#test/harness'
import { runJobs } from '#test/run-jobs'
import { upload } from '#test/upload'
import { assign } from '../../../claim-and-assign.ts'
import { close } from '../../../follow-up.ts'
import { findWrongCounts } from '../../../wrong-counts.ts'
import { leadListImport } from './list.ts'

vi.setConfig({ testTimeout: 60_000 })
const app = startApp()
const { newPool, newLeads, newSalesman, write, leadOf, kindsOf, heldBy, one } = crmWorld(app)
let running: RunningJobs
beforeAll(async () => {
  running = await runJobs(app, [importCheck([leadListImport]), importCommit([leadListImport])])
})
afterAll(() => running.stop())
const day = new Date().toISOString().slice(0, 10)

async function sent(request: Awaited<ReturnType<typeof app.as>>, rows: string[]) {
  const content = ['手机号,姓名,城市,线索池,备注', ...rows].join('\n')
  const file = await upload(app.app, request.token, 'import', [{ name: 'a.csv', content }])
  const { id } = (await request('POST', '/import/lead', { fileId: file.data[0].id })).body.data
  const settled = async () => {
    await vi.waitFor(
      async () =>
        expect((await request('GET', `/import/lead/${id}`)).body.data.status).not.toMatch(
          /^(checking|committing)$/,
        ),
      { timeout: 40_000, interval: 50 },
    )
    return (await request('GET', `/import/lead/${id}`)).body.data
  }
  const checked = await settled()
  const commit = async (choices: object = {}) => {
    const { body } = await request('POST', `/import/lead/${id}/commit`, choices)
    expect(body, body.desc).toMatchObject({ code: '0000' })
    return settled()
  }
  return { checked, commit }
}

/** Leads in each state, of a pool of their own. */
async function known() {
  const pool = await newPool()
  const salesmanId = await newSalesman({ team_id: pool.teamId })
  const [waiting, held, won, invalid] = (await newLeads(pool.poolId, 4)) as [string, string, string, string]
  const acting = { salesmanId, by: null, day }
  for (const leadId of [held, won, invalid]) await write((db) => assign(db, { leadId, ...acting }))
  await write((db) => close(db, { leadId: won, ...acting, stage: 'converted', reason: 'x' }))
  await write((db) => close(db, { leadId: invalid, ...acting, stage: 'invalid', reason: 'x' }))
  const phoneOf = async (id: string) => (await leadOf(id)).phone as string
  const lines = await Promise.all(
    [waiting, held, won, invalid].map(async (id) => `${await phoneOf(id)},新名,深圳,,`),
  )
  return { pool, salesmanId, waiting, held, won, invalid, lines }
}

test('persons who are leads already are told apart by what the lead is, and skipped unless the sender chooses', async () => {
  const request = await app.as('lead:import')
  const { pool, lines, waiting, held } = await known()
  const { name } = (await app.pool.query('select name from lead_pool where id = $1', [pool.poolId])).rows[0]
  const { checked, commit } = await sent(request, [
    ...lines,
    `139 0000 2001,张三,深圳市,${name},常客`,
    '13900002001,李四,,,',
    '13900002002,王五,广东深圳,没有的池,',
    '13900002003,赵六,火星,,',
    '123,,,,',
    '13900002004,钱七,北京,,',
    '13900002005,孙八,110103,,',
    '13900002006,周九,999999,,',
  ])
  const { rows, ...counts } = checked.report
  expect(counts).toEqual({
    new: 3,
    waiting: 1,
    held: 1,
    converted: 1,
    invalid: 1,
    others: 0,
    noPool: 1,
    repeated: 1,
    wrong: 3,
  })
  expect(
    rows.map((row: { line: number; state: string; phone: string }) => [row.line, row.state, row.phone]),
  ).toEqual([
    [7, 'repeated', '139****2001'],
    [8, 'there', '139****2002'],
    [9, 'wrong', '139****2003'],
    [10, 'wrong', '123****'],
    [13, 'wrong', '139****2006'],
  ])
  expect((await commit()).result).toEqual({ added: 3, present: 0, changed: 0 })
  const { rows: added } = await app.pool.query(
    `select name, city_code, pool_id, source, remark from lead where phone in ('13900002001', '13900002004', '13900002005') order by phone`,
  )
  expect(added).toMatchObject([
    { name: '张三', city_code: '440300', pool_id: pool.poolId, source: 'import', remark: '常客' },
    { name: '钱七', city_code: '110100' },
    { name: '孙八', city_code: '110103' },
  ])
  expect([(await leadOf(waiting)).name, (await leadOf(held)).name]).toEqual(['', ''])
})

test('what the sender chooses is done: updated, back to the pool, added anew; the counters stay right', async () => {
  const request = await app.as('lead:import')
  const { salesmanId, lines, waiting, held, won, invalid } = await known()
  const { commit } = await sent(request, lines)
  const choices = { waiting: 'update', held: 'toPool', converted: 'update', invalid: 'anew' }
  expect((await commit(choices)).result).toEqual({ added: 1, present: 0, changed: 3 })
  for (const id of [waiting, held, won])
    expect(await leadOf(id)).toMatchObject({ name: '新名', city_code: '440300' })
  expect(await leadOf(held)).toMatchObject({ salesman_id: null, recycle_at: null })
  expect(await kindsOf(held)).toEqual(['arrived', 'assigned', 'released'])
  expect(await heldBy(salesmanId)).toBe(0)
  const { phone } = await leadOf(invalid)
  const { rows } = await app.pool.query('select stage from lead where phone = $1 order by id', [phone])
  expect(rows.map(({ stage }) => stage)).toEqual(['invalid', 'new'])
  expect(await findWrongCounts(app.db)).toEqual([])
})

test('a salesperson changes no lead of another by an import, and adds to no pool of another team', async () => {
  const request = await app.as('lead:import')
  await app.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [request.adminId],
  )
  const { pool, lines, held, waiting } = await known()
  await one('salesman', { admin_id: request.adminId, name: 'me', team_id: pool.teamId })
  const { name } = (
    await app.pool.query('select name from lead_pool where id = $1', [(await newPool()).poolId])
  ).rows[0]
  const { checked, commit } = await sent(request, [...lines, `13900002101,张三,,${name},`])
  // What is not his to see is one count, and an invalid lead of another is added anew, as by hand.
  expect(checked.report).toMatchObject({
    new: 1,
    waiting: 1,
    held: 0,
    converted: 0,
    invalid: 0,
    others: 2,
    noPool: 1,
    rows: [{ state: 'there', phone: '139****2101' }],
  })
  const choices = { waiting: 'update', held: 'toPool', converted: 'update' }
  expect((await commit(choices)).result).toEqual({ added: 1, present: 0, changed: 1 })
  expect([(await leadOf(waiting)).name, (await leadOf(held)).name]).toEqual(['新名', ''])
})

test('the template names the pools that its reader may fill, and by its code a place whose name another one has', async () => {
  const request = await app.as('lead:import')
  const pool = await newPool()
  const { name } = (await app.pool.query('select name from lead_pool where id = $1', [pool.poolId])).rows[0]
  const allowedNow = () => findAllowed(app.db, leadListImport, request.adminId)
  const namesOf = (values: readonly { value: string }[] = []) => values.map(({ value }) => value)
  const all = await allowedNow()
  expect(namesOf(all.pool)).toEqual(expect.arrayContaining(['公海', name]))
  expect(all.city).toContainEqual({ value: '深圳市', about: '广东省 深圳市 440300' })
  expect(all.city).toContainEqual({ value: '110105', about: '北京市 朝阳区' })
  await app.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [request.adminId],
  )
  expect(namesOf((await allowedNow()).pool)).toEqual(['公海'])
})
