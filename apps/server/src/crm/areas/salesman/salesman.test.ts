import { codes } from '@kabao/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { crmWorld } from '#test/crm-world'
import { exportsOf } from '#test/exports'
import { startApp } from '#test/harness'
import { limitToOwn, messagesOf } from '#test/report-watch'
import { runOnce } from '#test/run-jobs'
import { claim, transfer } from '../../claim-and-assign.ts'
import { close, followUp } from '../../follow-up.ts'
import { handOverJob } from '../../hand-over-job.ts'
import { monthOf } from '../../month.ts'
import { findWrongCounts } from '../../wrong-counts.ts'

const app = startApp()
const { one, newSalesman, newPool, newLeads, write, heldBy } = crmWorld(app)
const { fetchTicket, readCsv } = exportsOf(app)
const acts = ['page', 'create', 'update', 'delete', 'export', 'reveal', 'goOnLeave', 'comeBack', 'leave']
const points = acts.map((act) => `salesman:${act}`)
const path = '/crm/salesman'
const day = new Date().toISOString().slice(0, 10)
let request: Awaited<ReturnType<typeof app.as>>
beforeAll(async () => {
  request = await app.as(...points)
})

let next = 0
const newAccount = (given: object = {}) =>
  one('admin', { username: `sa-${++next}`, name: `账号${next}`, password_hash: '-', ...given })
const add = async (fields: object = {}) =>
  request('POST', path, { adminId: await newAccount(), name: `销售甲${next}`, ...fields })
const accountOf = async (id: string) =>
  (await app.pool.query('select admin_id from salesman where id = $1', [id])).rows[0].admin_id as string
const get = async (id: string, requestAs = request) => (await requestAs('GET', `${path}/${id}`)).body.data
const act = async (name: string, id: string, body: object = {}) => {
  const { version } = await get(id)
  return (await request('POST', `${path}/${id}/${name}`, { version, ...body })).body
}
/** A salesman who holds leads, and a colleague of the same team. */
async function team(leads: number, colleague = {}) {
  const { poolId, teamId } = await newPool()
  const salesmanId = await newSalesman({ team_id: teamId })
  const other = await newSalesman({ team_id: teamId, ...colleague })
  const leadIds = await newLeads(poolId, leads)
  for (const leadId of leadIds) await write((db) => claim(db, { leadId, salesmanId, by: null, day }))
  return { poolId, teamId, salesmanId, other, leadIds }
}

describe('adding and editing', () => {
  test('a salesman has what was entered, duty hours joined and the phone masked; a reveal is noted', async () => {
    const { body } = await add({
      phone: '138 0000 1234',
      dailyQuota: 30,
      capacity: 50,
      sources: ['open'],
      cityCodes: ['440100'],
      windows: [
        { weekday: 1, from: '13:00', to: '18:00' },
        { weekday: 1, from: '09:00', to: '13:00' },
      ],
    })
    expect(body).toMatchObject({
      code: '0000',
      data: {
        phone: '138****1234',
        dailyQuota: 30,
        capacity: 50,
        weight: 10,
        status: 'onDuty',
        held: 0,
        taken: 0,
        sources: ['open'],
        cityCodes: ['440100'],
        isAccountEnabled: true,
        handOver: null,
        references: 0,
        windows: [{ weekday: 1, from: '09:00', to: '18:00' }],
        month: {
          claimed: 0,
          assigned: 0,
          contacted: 0,
          firstContactMinutes: null,
          won: 0,
          lost: 0,
          wonFen: 0,
        },
      },
    })
    const { id } = body.data
    expect((await request('POST', `${path}/${id}/reveal`)).body.data).toEqual({ phone: '13800001234' })
    const { rows } = await app.pool.query(
      `select point from audit_log where target_kind = 'salesman' and target_id = $1 order by id`,
      [id],
    )
    expect(rows.map(({ point }) => point)).toEqual(['salesman:create', 'salesman:reveal'])
  })

  test('an account has one salesman, and must be enabled', async () => {
    const adminId = await newAccount()
    expect((await add({ adminId })).body.code).toBe('0000')
    const again = (await add({ adminId })).body
    expect([again.code, Object.keys(again.data.fields)]).toEqual([codes.conflict, ['adminId']])
    const off = (await add({ adminId: await newAccount({ status: 'disabled' }) })).body
    expect(Object.keys(off.data.fields)).toEqual(['adminId'])
  })

  test('the phone stays where it is left out, the head of another team is no head any more', async () => {
    const { salesmanId, teamId } = await team(0)
    await app.pool.query('update sales_team set head_id = $1 where id = $2', [salesmanId, teamId])
    await app.pool.query(`update salesman set phone = '13900001111' where id = $1`, [salesmanId])
    const { version, isHead } = await get(salesmanId)
    expect(isHead).toBe(true)
    const { body } = await request('PUT', path, { id: salesmanId, version, name: '改名', teamId: null })
    expect(body.data).toMatchObject({ name: '改名', phone: '139****1111', teamId: null, isHead: false })
    const { rows } = await app.pool.query('select head_id from sales_team where id = $1', [teamId])
    expect(rows[0].head_id).toBeNull()
  })

  test('he is neither his own deputy, nor is one who left', async () => {
    const { body } = await add()
    const { id, version } = body.data
    const left = await newSalesman({ status: 'left' })
    for (const deputyId of [id, left]) {
      const refused = (await request('PUT', path, { id, version, name: '甲', deputyId })).body
      expect([refused.code, Object.keys(refused.data.fields)]).toEqual([codes.invalid, ['deputyId']])
    }
  })

  test('one who had a lead is not deleted', async () => {
    const { salesmanId } = await team(1)
    expect((await request('DELETE', `${path}/${salesmanId}`)).body.code).toBe(codes.conflict)
    const { body } = await add()
    expect((await request('DELETE', `${path}/${body.data.id}`)).body.code).toBe('0000')
  })
})

describe('leave', () => {
  test('the deputy gets the leads, both are told, and after the leave they stay there', async () => {
    const { salesmanId, other } = await team(3)
    expect(await act('goOnLeave', salesmanId, { deputyId: other, reason: '年假' })).toMatchObject({
      code: '0000',
      data: { status: 'onLeave', deputyId: other, handOver: { moved: 0, endedAt: null } },
    })
    expect(await runOnce(app, handOverJob)).toMatchObject({ moved: 3, toPool: 0 })
    expect([await heldBy(salesmanId), await heldBy(other)]).toEqual([0, 3])
    const told = await Promise.all(
      [salesmanId, other].map(async (id) => messagesOf(app, await accountOf(id))),
    )
    expect(told.map((each) => each.length)).toEqual([1, 1])
    expect(await runOnce(app, handOverJob)).toMatchObject({ handOvers: 0 })
    expect(await act('comeBack', salesmanId)).toMatchObject({ data: { status: 'onDuty', leaveFrom: null } })
    expect([await heldBy(salesmanId), await heldBy(other)]).toEqual([0, 3])
    expect((await get(salesmanId)).handOver).toMatchObject({ moved: 3, toPool: 0 })
  })

  test('coming back stops a hand-over: what was not moved stays', async () => {
    const { salesmanId, other } = await team(2)
    await act('goOnLeave', salesmanId, { deputyId: other })
    await act('comeBack', salesmanId)
    expect(await runOnce(app, handOverJob)).toMatchObject({ handOvers: 0 })
    expect([await heldBy(salesmanId), await heldBy(other)]).toEqual([2, 0])
  })

  test('a deputy must be somebody else who is on duty; each refusal says so, and nothing changes', async () => {
    const { salesmanId, other } = await team(1)
    expect((await act('goOnLeave', salesmanId, { deputyId: salesmanId })).data.fields).toEqual({
      deputyId: '不能是本人',
    })
    expect((await act('goOnLeave', salesmanId, { deputyId: '999999' })).data.fields).toEqual({
      deputyId: '没有这名销售，或他已离职',
    })
    await app.pool.query(`update salesman set status = 'onLeave', leave_from = now() where id = $1`, [other])
    expect(await act('goOnLeave', salesmanId, { deputyId: other })).toMatchObject({
      code: codes.conflict,
      desc: expect.stringContaining('不在岗'),
    })
    expect((await get(salesmanId)).status).toBe('onDuty')
  })
})

describe('leaving', () => {
  test('without another one the leads return to their pools; he heads no team and gets no lead', async () => {
    const { salesmanId, teamId, poolId } = await team(2)
    await app.pool.query('update sales_team set head_id = $1 where id = $2', [salesmanId, teamId])
    expect((await act('leave', salesmanId, { toId: null, reason: ' ' })).code).toBe(codes.invalid)
    expect(await act('leave', salesmanId, { toId: null, reason: '离职' })).toMatchObject({
      data: { status: 'left', isHead: false },
    })
    expect(await runOnce(app, handOverJob)).toMatchObject({ moved: 0, toPool: 2 })
    const [leadId] = (await newLeads(poolId, 1)) as [string]
    await expect(write((db) => claim(db, { leadId, salesmanId, by: null, day }))).rejects.toMatchObject({
      words: 'notOnDuty',
    })
    expect(await findWrongCounts(app.db)).toEqual([])
  })

  test('who leaves on leave hands the rest to the new one', async () => {
    const { salesmanId, other, teamId } = await team(2)
    const third = await newSalesman({ team_id: teamId })
    await act('goOnLeave', salesmanId, { deputyId: other })
    expect(await act('leave', salesmanId, { toId: third, reason: '离职' })).toMatchObject({ code: '0000' })
    expect(await runOnce(app, handOverJob)).toMatchObject({ handOvers: 1, moved: 2 })
    expect([await heldBy(other), await heldBy(third)]).toEqual([0, 2])
  })
})

test('one whose account is disabled gets no leads, neither by a claim nor as a deputy', async () => {
  const { salesmanId, other, poolId } = await team(1)
  await app.pool.query(`update admin set status = 'disabled' where id = $1`, [await accountOf(other)])
  const [leadId] = (await newLeads(poolId, 1)) as [string]
  await expect(write((db) => claim(db, { leadId, salesmanId: other, by: null, day }))).rejects.toMatchObject({
    words: 'notOnDuty',
  })
  expect((await act('goOnLeave', salesmanId, { deputyId: other })).code).toBe(codes.conflict)
  expect(await get(other)).toMatchObject({ isAccountEnabled: false })
})

test('the figures since an instant are those of the history, and the money that of the accepted pushes', async () => {
  const { poolId, salesmanId, other, leadIds } = await team(3)
  const [won, lost] = leadIds as [string, string, string]
  const userId = await one('"user"', { flow: 'full', name: '王小明', phone: '13911119999' })
  await app.pool.query('update lead set user_id = $1 where id = $2', [userId, won])
  const orgId = await one('org', { code: 'month', name: '机构', flow: 'full' })
  const planId = await one('plan', {
    org_id: orgId,
    name: '计划',
    flow: 'full',
    price_fen: 1,
    starts_on: '2026-01-01',
  })
  for (const [status, price_fen] of [
    ['accepted', 5_000],
    ['rejected', 700],
  ])
    await one('push_record', {
      user_id: userId,
      org_id: orgId,
      plan_id: planId,
      flow: 'full',
      status: status as string,
      price_fen: price_fen as number,
    })
  const called = { by: null, day, way: 'call', content: '联系', result: 'reached', nextAt: null } as const
  await app.pool.query(`update lead set arrived_at = now() - interval '30 minutes' where id = any($1)`, [
    leadIds,
  ])
  for (const leadId of [won, lost]) await write((db) => followUp(db, { leadId, salesmanId, ...called }))
  const ended = { salesmanId, by: null, day, reason: '' } as const
  await write((db) => close(db, { ...ended, leadId: won, stage: 'converted' }))
  await write((db) => close(db, { ...ended, leadId: lost, stage: 'invalid' }))
  // Another one's work, and what happened in an earlier month, is not counted.
  const [theirs, before] = (await newLeads(poolId, 2)) as [string, string]
  await write((db) => claim(db, { leadId: theirs, salesmanId: other, by: null, day }))
  await write((db) => claim(db, { leadId: before, salesmanId, by: null, day }))
  await app.pool.query(`update lead_event set at = at - interval '40 days' where lead_id = $1`, [before])
  const since = new Date(Date.now() - 10 * 86_400_000).toISOString()
  expect((await monthOf(app.db, [salesmanId, other], since)).get(salesmanId)).toEqual({
    claimed: 3,
    assigned: 0,
    contacted: 2,
    firstContactMinutes: 30,
    won: 1,
    lost: 1,
    wonFen: 5_000,
  })
})

test('the time to first contact runs from the arrival, and is that of whoever made the first contact ever', async () => {
  const { salesmanId, other, leadIds } = await team(3)
  const [quick, slow, second] = leadIds as [string, string, string]
  const arrive = (leadId: string, minutes: number) =>
    app.pool.query('update lead set arrived_at = now() - make_interval(mins => $2) where id = $1', [
      leadId,
      minutes,
    ])
  const contact = (leadId: string, by: string) =>
    write((db) =>
      followUp(db, {
        leadId,
        salesmanId: by,
        by: null,
        day,
        way: 'call',
        content: '-',
        result: 'reached',
        nextAt: null,
      }),
    )
  const minutesOf = async (id: string) =>
    (await monthOf(app.db, [id], new Date(Date.now() - 86_400_000).toISOString())).get(id)
      ?.firstContactMinutes
  expect(await minutesOf(salesmanId)).toBeNull()
  // He got all three just now; the first two arrived long before.
  await arrive(quick, 10)
  await arrive(slow, 50)
  for (const leadId of [quick, slow, slow]) await contact(leadId, salesmanId)
  expect(await minutesOf(salesmanId)).toBe(30)
  // A colleague goes on with a lead that was contacted before: that is no first contact of his.
  await arrive(second, 200)
  await contact(second, salesmanId)
  await app.pool.query(`update lead_event set at = at - interval '2 months' where lead_id = $1`, [second])
  await write((db) =>
    transfer(db, { leadId: second, fromId: salesmanId, salesmanId: other, by: null, day, reason: '-' }),
  )
  await contact(second, other)
  expect([await minutesOf(salesmanId), await minutesOf(other)]).toEqual([30, null])
})

test('with the data scope `own` a salesman sees himself, and a head also the team', async () => {
  const { salesmanId, other, teamId } = await team(1)
  await app.pool.query('update sales_team set head_id = $1 where id = $2', [salesmanId, teamId])
  const [head, member] = [await app.as(...points), await app.as(...points)]
  for (const [id, requestAs] of [
    [salesmanId, head],
    [other, member],
  ] as const) {
    await limitToOwn(app, requestAs)
    await app.pool.query('update salesman set admin_id = $1 where id = $2', [requestAs.adminId, id])
  }
  const seen = async (requestAs: typeof request) =>
    (await requestAs('POST', `${path}/page`, {})).body.data.records.map(({ id }: { id: string }) => id).sort()
  expect(await seen(head)).toEqual([salesmanId, other].sort())
  expect(await seen(member)).toEqual([other])
  const moved = { id: other, version: (await get(other)).version, name: '改', teamId: null }
  expect((await head('PUT', path, moved)).body.data.fields).toEqual({
    teamId: '您只能管理自己负责的团队，团队须为您的团队',
  })
  expect((await head('PUT', path, { ...moved, teamId })).body.code).toBe('0000')
  const { version } = await get(salesmanId)
  expect((await member('PUT', path, { id: salesmanId, version, name: '改' })).body.code).toBe(codes.notFound)
  expect(
    (await member('POST', `${path}/${salesmanId}/leave`, { version, toId: null, reason: '离职' })).body.code,
  ).toBe(codes.notFound)
})

test('the list is exported with masked phones', async () => {
  await add({ name: '导出员', phone: '13800005678' })
  const { body } = await request('POST', `${path}/page/export`, {
    name: '导出员',
    format: 'csv',
    columns: ['name', 'phone', 'status', 'dailyQuota'],
  })
  const { bytes } = await fetchTicket(body.data.ticket)
  expect(readCsv(bytes).slice(1)).toEqual([['导出员', '138****5678', '在岗', '不限']])
})
