import { codes } from '@kabao/contract'
import { daysAfter } from '@kabao/contract/kernel/business-clock'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { crmWorld, day as today } from '#test/crm-world'
import { startApp } from '#test/harness'
import { runOnce } from '#test/run-jobs'
import { claim } from '../../claim-and-assign.ts'
import { handOverJob } from '../../hand-over-job.ts'
import { findWrongCounts } from '../../wrong-counts.ts'
import { followLeaves, leaveJob } from './leave-job.ts'

const app = startApp()
const { newSalesman, newPool, newLeads, write, heldBy } = crmWorld(app)
const path = '/crm/salesman'
const points = ['page', 'goOnLeave', 'comeBack', 'leave'].map((act) => `salesman:${act}`)
let request: Awaited<ReturnType<typeof app.as>>
let now: string
beforeAll(async () => {
  request = await app.as(...points)
})
beforeEach(async () => {
  await app.pool.query('delete from salesman_leave')
  await app.pool.query('update lead_hand_over set ended_at = now() where ended_at is null')
  const { rows } = await app.pool.query(`select (now() at time zone 'Asia/Shanghai')::date::text as day`)
  now = rows[0].day
})
const dayIn = (count: number) => daysAfter(now, count)

const get = async (id: string) => (await request('GET', `${path}/${id}`)).body.data
const send = async (id: string, below: string, body: object) => {
  const { version } = await get(id)
  return (await request('POST', `${path}/${id}/${below}`, { version, ...body })).body
}
const plan = (id: string, first: number, last: number, deputyId: string) =>
  send(id, 'leaves', { firstOn: dayIn(first), lastOn: dayIn(last), deputyId, reason: '年假' })
const daysOf = async (id: string) =>
  (await get(id)).leaves.map(({ firstOn, lastOn }: { firstOn: string; lastOn: string }) => [firstOn, lastOn])

/** A salesman who holds leads, and a colleague of the same team. */
async function team(leads: number, colleague = {}) {
  const { poolId, teamId } = await newPool()
  const salesmanId = await newSalesman({ team_id: teamId })
  const other = await newSalesman({ team_id: teamId, ...colleague })
  for (const leadId of await newLeads(poolId, leads))
    await write((db) => claim(db, { leadId, salesmanId, by: null, day: today }))
  return { salesmanId, other }
}
const follow = (at: number) => followLeaves(app.db, dayIn(at))

describe('a planned leave', () => {
  test('begins on its first day, hands the leads to the deputy, and ends after its last day', async () => {
    const { salesmanId, other } = await team(3)
    const { data } = await plan(salesmanId, 5, 9, other)
    expect(data).toMatchObject({
      status: 'onDuty',
      leaves: [{ firstOn: dayIn(5), lastOn: dayIn(9), deputyId: other, reason: '年假', hasBegun: false }],
    })
    expect(await follow(4)).toEqual({ begun: 0, ended: 0 })
    expect(await heldBy(salesmanId)).toBe(3)
    expect(await follow(5)).toEqual({ begun: 1, ended: 0 })
    expect(await get(salesmanId)).toMatchObject({ status: 'onLeave', leaves: [{ hasBegun: true }] })
    expect(await runOnce(app, handOverJob)).toMatchObject({ moved: 3, toPool: 0 })
    expect([await heldBy(salesmanId), await heldBy(other)]).toEqual([0, 3])
    expect(await follow(9)).toEqual({ begun: 0, ended: 0 })
    expect(await follow(10)).toEqual({ begun: 0, ended: 1 })
    expect(await get(salesmanId)).toMatchObject({ status: 'onDuty', leaveFrom: null, leaves: [] })
    expect([await heldBy(salesmanId), await heldBy(other)]).toEqual([0, 3])
    expect(await findWrongCounts(app.db)).toEqual([])
    const { rows } = await app.pool.query(
      `select point, admin_id is null as is_service from audit_log
       where target_kind = 'salesman' and target_id = $1 order by id`,
      [salesmanId],
    )
    expect(rows).toEqual([
      { point: 'salesman:goOnLeave', is_service: false },
      { point: 'salesman:beginLeave', is_service: true },
      { point: 'salesman:endLeave', is_service: true },
    ])
  })

  test('that begins today begins at the next run of the job; the job says how many', async () => {
    const { salesmanId, other } = await team(1)
    await plan(salesmanId, 0, 0, other)
    await runOnce(app, leaveJob)
    await expect.poll(async () => (await get(salesmanId)).status).toBe('onLeave')
  })

  test('two instances that run the job at once begin and end it once', async () => {
    const teams = [await team(1), await team(1), await team(1)]
    for (const { salesmanId, other } of teams) await plan(salesmanId, 2, 3, other)
    const sum = async (at: number) => {
      const both = await Promise.all([follow(at), follow(at), follow(at)])
      return both.reduce((all, each) => ({ begun: all.begun + each.begun, ended: all.ended + each.ended }))
    }
    expect(await sum(2)).toEqual({ begun: 3, ended: 0 })
    const ids = teams.map(({ salesmanId }) => salesmanId)
    const { rows } = await app.pool.query(
      'select count(*)::int as n from lead_hand_over where from_id = any($1::bigint[])',
      [ids],
    )
    expect(rows[0].n).toBe(3)
    expect(await sum(4)).toEqual({ begun: 0, ended: 3 })
  })

  test('whose deputy is not on duty on the first day returns the leads to their pools', async () => {
    const { salesmanId, other } = await team(2)
    await plan(salesmanId, 1, 2, other)
    await app.pool.query(`update salesman set status = 'onLeave', leave_from = now() where id = $1`, [other])
    expect(await follow(1)).toMatchObject({ begun: 1 })
    expect(await runOnce(app, handOverJob)).toMatchObject({ moved: 0, toPool: 2 })
  })

  test('whose days pass while no job runs moves nothing', async () => {
    const { salesmanId, other } = await team(1)
    await plan(salesmanId, 1, 2, other)
    expect(await follow(3)).toEqual({ begun: 0, ended: 0 })
    expect(await get(salesmanId)).toMatchObject({ status: 'onDuty', held: 1, leaves: [] })
  })

  test('ends early when he comes back, and its days are free again', async () => {
    const { salesmanId, other } = await team(1)
    await plan(salesmanId, 0, 9, other)
    await follow(0)
    expect(await send(salesmanId, 'comeBack', {})).toMatchObject({ data: { status: 'onDuty', leaves: [] } })
    expect(await follow(0)).toEqual({ begun: 0, ended: 0 })
    expect((await plan(salesmanId, 3, 4, other)).code).toBe('0000')
  })

  test('is dropped when he leaves for good, and one who left plans none', async () => {
    const { salesmanId, other } = await team(0)
    await plan(salesmanId, 3, 4, other)
    expect(await send(salesmanId, 'leave', { toId: null, reason: '离职' })).toMatchObject({
      data: { leaves: [] },
    })
    expect((await plan(salesmanId, 6, 7, other)).code).toBe(codes.conflict)
  })
})

describe('what is refused', () => {
  test('days in the past, in the wrong order, too far ahead; a deputy who is himself or is not there', async () => {
    const { salesmanId, other } = await team(0)
    const left = await newSalesman({ status: 'left' })
    const fieldsOf = async (first: number, last: number, deputyId = other) =>
      (await plan(salesmanId, first, last, deputyId)).data.fields
    expect(await fieldsOf(-1, 3)).toEqual({ firstOn: '不能早于今天' })
    expect(await fieldsOf(3, 2)).toEqual({ lastOn: '结束时间不能早于开始时间' })
    expect(await fieldsOf(360, 367)).toEqual({ lastOn: '最多可安排一年内的休假' })
    expect(await fieldsOf(1, 2, salesmanId)).toEqual({ deputyId: '不能是本人' })
    expect(await fieldsOf(1, 2, left)).toEqual({ deputyId: '没有这名销售，或他已离职' })
    expect(await daysOf(salesmanId)).toEqual([])
  })

  test('two leaves share no day, also with one that begins at once', async () => {
    const { salesmanId, other } = await team(0)
    const overlap = { fields: { firstOn: '与他的另一段休假重叠' } }
    expect((await plan(salesmanId, 10, 12, other)).code).toBe('0000')
    for (const [first, last] of [
      [10, 12],
      [8, 10],
      [12, 14],
      [11, 11],
      [9, 13],
    ] as const)
      expect((await plan(salesmanId, first, last, other)).data).toMatchObject(overlap)
    expect((await plan(salesmanId, 13, 14, other)).code).toBe('0000')
    const go = (lastOn: string | null) => send(salesmanId, 'goOnLeave', { deputyId: other, lastOn })
    for (const lastOn of [null, dayIn(10)])
      expect((await go(lastOn)).data.fields).toEqual({ lastOn: '与他的另一段休假重叠' })
    expect((await go(dayIn(-1))).data.fields).toEqual({ lastOn: '不能早于今天' })
    expect((await get(salesmanId)).status).toBe('onDuty')
    expect(await go(dayIn(9))).toMatchObject({ data: { status: 'onLeave' } })
    expect(await daysOf(salesmanId)).toEqual([
      [now, dayIn(9)],
      [dayIn(10), dayIn(12)],
      [dayIn(13), dayIn(14)],
    ])
    expect(await follow(10)).toEqual({ begun: 1, ended: 1 })
  })

  test('of twenty callers who plan the same days at once, one does', async () => {
    const { salesmanId, other } = await team(0)
    const { version } = await get(salesmanId)
    const body = { version, firstOn: dayIn(1), lastOn: dayIn(2), deputyId: other }
    const all = await Promise.all(
      Array.from({ length: 20 }, () => request('POST', `${path}/${salesmanId}/leaves`, body)),
    )
    expect(all.filter(({ body: { code } }) => code === '0000')).toHaveLength(1)
    expect(await daysOf(salesmanId)).toHaveLength(1)
  })

  test('the database itself takes no two leaves of one day', async () => {
    const { salesmanId } = await team(0)
    const add = () =>
      app.pool.query(
        `insert into salesman_leave (salesman_id, first_on, last_on) values ($1, current_date, current_date + 2)`,
        [salesmanId],
      )
    await add()
    await expect(add()).rejects.toMatchObject({ constraint: 'salesman_leave_days_excl' })
  })
})

test('a leave is changed and cancelled before it begins, and not afterwards', async () => {
  const { salesmanId, other } = await team(0)
  const { data } = await plan(salesmanId, 3, 4, other)
  const [{ id: leaveId }] = data.leaves
  const change = (first: number, last: number) =>
    send(salesmanId, 'leaves/change', {
      leaveId,
      firstOn: dayIn(first),
      lastOn: dayIn(last),
      deputyId: other,
      reason: '改期',
    })
  expect(await change(4, 6)).toMatchObject({
    data: { leaves: [{ id: leaveId, firstOn: dayIn(4), lastOn: dayIn(6), reason: '改期' }] },
  })
  await follow(4)
  const begun = '这段休假已开始或已取消，请刷新'
  expect(await change(5, 6)).toMatchObject({ code: codes.conflict, desc: begun })
  expect(await send(salesmanId, 'leaves/cancel', { leaveId })).toMatchObject({ desc: begun })
  const next = (await plan(salesmanId, 8, 9, other)).data.leaves[1]
  expect(await send(salesmanId, 'leaves/cancel', { leaveId: next.id })).toMatchObject({
    data: { leaves: [{ id: leaveId }] },
  })
  const theirs = await team(0)
  expect((await send(theirs.salesmanId, 'leaves/cancel', { leaveId })).code).toBe(codes.conflict)
})
