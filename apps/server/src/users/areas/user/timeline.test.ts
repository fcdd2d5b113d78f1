import type { TimelineEvent, TimelinePlace } from '@kabao/contract/engine/timeline'
import { beforeAll, expect, test } from 'vitest'
import { startApp } from '#test/harness'

const app = startApp()
const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 0, minute)).toISOString()
let id = ''

beforeAll(async () => {
  await app.pool.query(`insert into channel (code, name, flow) values ('chan', '抖音', 'full')`)
  await app.pool.query(`insert into org (code, name, flow) values ('org1', '华南信用卡中心', 'full')`)
  await app.pool.query(
    `insert into plan (org_id, name, flow, price_fen, starts_on) values (1, '标准计划', 'full', 4500, '2026-01-01')`,
  )
  const { rows } = await app.pool.query(
    `insert into "user" (phone, name, flow, channel_id, device, created_at, profiled_at)
     values ('13800000001', '张三', 'full', 1, 'device-1', $1, $2) returning id`,
    [at(0), at(5)],
  )
  id = rows[0].id
  await app.pool.query(
    `select make_partitions('push_record', '2026-03-01'), make_partitions('audit_log', '2026-03-01')`,
  )
  await app.pool.query(
    `insert into push_record (id, user_id, org_id, plan_id, flow, status, responded_at, reason)
     values (time_id($2), $1, 1, 1, 'full', 'rejected', $2, '评分不足')`,
    [id, at(10)],
  )
  const admin = await app.createAdmin({ username: 'wang', password: 'wang-Password-1' })
  await app.pool.query(
    `insert into feedback (user_id, kind, content, status, handled_by, handled_at, created_at)
     values ($1, 'complaint', '别再打电话', 'resolved', $2, $4, $3)`,
    [id, admin, at(20), at(30)],
  )
  await app.pool.query(
    `insert into blacklist (kind, value, reason, created_at) values ('device', 'device-1', '投诉', $1), ('device', 'device-2', '别人', $1)`,
    [at(40)],
  )
  await app.pool.query(
    `insert into audit_log (id, username, point, target_kind, target_id, result) values (time_id($2), 'wang', 'user:reveal', 'user', $1, 'refused')`,
    [id, at(51)],
  )
  await app.pool.query(
    `insert into audit_log (id, username, point, target_kind, target_id) values
     (time_id($2), 'wang', 'user:reveal', 'user', $1), (time_id($2), 'wang', 'user:reveal', 'user', '999'),
     (time_id($2), 'wang', 'user:page', 'user', $1)`,
    [id, at(50)],
  )
})

const read = async (body: object) => {
  const request = await app.as('user:timeline')
  return (await request('POST', `/user/${id}/timeline`, body)).body.data as {
    events: TimelineEvent[]
    next: TimelinePlace | null
  }
}

test('the timeline shows every event of one person, newest first, and none of another person', async () => {
  const { events, next } = await read({})
  expect(events.map(({ kind, at }) => [kind, at])).toEqual([
    ['revealed', at(50)],
    ['blacklisted', at(40)],
    ['feedbackHandled', at(30)],
    ['feedback', at(20)],
    ['answered', at(10)],
    ['pushed', at(10)],
    ['profiled', at(5)],
    ['registered', at(0)],
  ])
  expect(next).toBeNull()
  expect(events).toMatchObject([
    { by: 'wang' },
    { entryKind: 'device', reason: '投诉' },
    { status: 'resolved', by: 'wang' },
    { feedbackKind: 'complaint' },
    { orgName: '华南信用卡中心', status: 'rejected', reason: '评分不足' },
    { orgName: '华南信用卡中心', planName: '标准计划', stage: 'submit' },
    {},
    { channelName: '抖音' },
  ])
})

test("with the data scope `own`, the text of another administrator's blacklist entry is not shown", async () => {
  const request = await app.as('user:timeline')
  await app.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [request.adminId],
  )
  await app.pool.query('update channel set owner_id = $1', [request.adminId])
  const reason = async () => {
    const { events } = (await request('POST', `/user/${id}/timeline`, {})).body.data
    return events.find(({ kind }: TimelineEvent) => kind === 'blacklisted').reason
  }
  expect(await reason()).toBe('')
  await app.pool.query(`update blacklist set created_by = $1 where value = 'device-1'`, [request.adminId])
  expect(await reason()).toBe('投诉')
})

test('parts follow each other without a gap or a repeat, also between events of the same instant', async () => {
  await app.pool.query(
    `insert into audit_log (id, username, point, target_kind, target_id)
     select time_id($2), 'wang', 'user:reveal', 'user', $1 from generate_series(1, 25)`,
    [id, at(45)],
  )
  const whole = (await read({ size: 100 })).events
  expect(whole).toHaveLength(33)
  const parts: TimelineEvent[] = []
  let before: TimelinePlace | null | undefined
  do {
    const part = await read({ size: 4, ...(before && { before }) })
    parts.push(...part.events)
    before = part.next
  } while (before)
  expect(parts).toEqual(whole)
})

test('a missing user has no timeline, and an invalid place is refused', async () => {
  const request = await app.as('user:timeline')
  expect((await request('POST', '/user/999999/timeline', {})).body.code).toBe('4040')
  const { body } = await request('POST', `/user/${id}/timeline`, { before: { at: 'yesterday', key: '1' } })
  expect(Object.keys(body.data.fields)).toEqual(['before.at'])
})

test('a deleted user keeps the timeline, without personal data', async () => {
  const { rows } = await app.pool.query(
    `insert into "user" (phone, flow, device) values ('13800000002', 'full', 'device-1') returning id`,
  )
  const request = await app.as('user:delete', 'user:timeline')
  await request('DELETE', `/user/${rows[0].id}`)
  const { events } = (await request('POST', `/user/${rows[0].id}/timeline`, {})).body.data
  expect(events.map(({ kind }: TimelineEvent) => kind)).toEqual(['deleted', 'registered'])
})

test('who was imported is said to be imported, not registered', async () => {
  const { rows } = await app.pool.query(
    `insert into "user" (phone, flow, channel_id, source) values ('13800000004', 'full', 1, 'import') returning id`,
  )
  const request = await app.as('user:timeline')
  const { events } = (await request('POST', `/user/${rows[0].id}/timeline`, {})).body.data
  expect(events).toMatchObject([{ kind: 'imported', channelName: '抖音', importId: null, by: null }])
})

test('the steps of the pipeline are shown, also those that nothing came of or that do not wait', async () => {
  const { rows } = await app.pool.query(
    `insert into "user" (phone, flow, created_at) values ('13800000003', 'full', $1) returning id`,
    [at(60)],
  )
  await app.pool.query(`select make_partitions('step_taken', '2026-03-01')`)
  await app.pool.query(
    `insert into step_taken (id, user_id, kind, ms, result, plan_id, until) values
     (time_id($2), $1, 'screen', 7, 'low', null, null), (time_id($3), $1, 'match', 5, 'nobody', null, null),
     (time_id($4), $1, 'match', 6, 'waits', 1, $6), (time_id($5), $1, 'screen', 2, 'blacklisted', null, null)`,
    [rows[0].id, at(61), at(62), at(63), at(64), at(90)],
  )
  const request = await app.as('user:timeline')
  const { events } = (await request('POST', `/user/${rows[0].id}/timeline`, {})).body.data
  expect(events.slice(0, 4)).toMatchObject([
    { kind: 'screened', level: null, ms: 2 },
    { kind: 'matched', planName: '标准计划', until: at(90), ms: 6 },
    { kind: 'matched', planName: null, until: null, ms: 5 },
    { kind: 'screened', level: 'low', ms: 7 },
  ])
})
