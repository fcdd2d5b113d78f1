import { standardOf } from '@kabao/contract/operations/setting'
import { feedback } from '@kabao/contract/users/feedback'
import { beforeAll, describe, expect, test } from 'vitest'
import { type RequestFn, secret, startApp } from '#test/harness'
import { plansOf, vacuum } from '#test/plans'
import { addFeedback } from '../../new-feedback.ts'
import { findPageOfFeedback } from './queries.ts'

const app = startApp()
const phone = secret('13912345678')
secret('13700001111')
let userId = ''

beforeAll(async () => {
  await app.pool.query(`insert into channel (code, name, flow) values ('chan', '抖音', 'full')`)
  const { rows } = await app.pool.query(
    `insert into "user" (phone, name, flow, channel_id) values ($1, '张三丰', 'full', 1) returning id`,
    [phone],
  )
  userId = rows[0].id
})

const every = [
  'feedback:page',
  'feedback:take',
  'feedback:reply',
  'feedback:resolve',
  'feedback:close',
  'feedback:reopen',
]
const told = (over: object = {}) =>
  app.db.transaction().execute((db) =>
    addFeedback(db, {
      userId,
      kind: 'fault',
      content: '打不开',
      contact: null,
      fileIds: [],
      ...over,
    }),
  )
const state = async (id: string) =>
  (await app.pool.query('select status, version, handled_by, reply from feedback where id = $1', [id]))
    .rows[0]
const act = (request: RequestFn, id: string, verb: string, version: number, more: object = {}) =>
  request('POST', `/feedback/${id}/${verb}`, { version, ...more })

/** Stores images in the same way as the public endpoint. */
const imagesFromOutside = async (count: number): Promise<string[]> => {
  const { rows } = await app.pool.query(
    `insert into file (use, key, name, media_type, size, sha256, status)
     select 'feedback', gen_random_uuid(), '截图', 'image/png', 1, '', 'stored' from generate_series(1, $1) returning id`,
    [count],
  )
  return rows.map(({ id }) => id)
}

test('a list shows feedback masked, also in its text; a reveal shows it whole and is logged', async () => {
  const files = await imagesFromOutside(2)
  const id = await told({
    content: '我的电话 137 0000 1111，身份证 440305199003070014',
    contact: '13700001111',
    fileIds: files,
  })
  const request = await app.as('feedback:page')
  const { data } = (await request('POST', '/user/feedback/page', { phone: '5678' })).body
  const row = data.records.find((each: { id: string }) => each.id === id)
  expect(row).toMatchObject({
    phone: '139****5678',
    name: '张**',
    content: '我的电话 137****1111，身份证 440***********0014',
    fileCount: 2,
    status: 'pending',
    isOverdue: false,
    handledBy: null,
  })
  const detail = (await request('GET', `/feedback/${id}`)).body.data
  expect(detail).toMatchObject({ contact: '137****1111', reply: '', fileIds: files })
  expect((await request('POST', `/feedback/${id}/reveal`)).body.code).toBe('4030')

  const revealer = await app.as('feedback:reveal')
  expect((await revealer('POST', `/feedback/${id}/reveal`)).body.data).toEqual({
    content: '我的电话 137 0000 1111，身份证 440305199003070014',
    contact: '13700001111',
  })
  const lines = await app.pool.query(
    `select result, target_kind, target_id, after from audit_log where point = 'feedback:reveal' order by id`,
  )
  expect(lines.rows).toEqual([
    { result: 'refused', target_kind: 'feedback', target_id: id, after: null },
    { result: 'done', target_kind: 'user', target_id: userId, after: { feedback: id } },
  ])
})

test('a feedback is taken, answered, resolved and reopened; each act is logged', async () => {
  const request = await app.as(...every)
  const id = await told()
  expect((await act(request, id, 'take', 1)).body.data).toMatchObject({
    status: 'processing',
    handledById: request.adminId,
    version: 2,
  })
  expect((await act(request, id, 'reply', 2, { reply: '请重试' })).body.data).toMatchObject({
    status: 'processing',
    reply: '请重试',
  })
  const resolved = (await act(request, id, 'resolve', 3)).body.data
  expect(resolved).toMatchObject({ status: 'resolved', reply: '请重试', handledAt: expect.any(String) })
  expect((await act(request, id, 'reopen', 4)).body.data).toMatchObject({
    status: 'processing',
    handledAt: null,
  })
  expect((await act(request, id, 'close', 5)).body.data).toMatchObject({ status: 'closed' })
  const { rows } = await app.pool.query(
    `select point, before, after from audit_log where target_kind = 'feedback' and target_id = $1 order by id`,
    [id],
  )
  expect(rows.map((row) => [row.point, row.before.status, row.after.status])).toEqual([
    ['feedback:take', 'pending', 'processing'],
    ['feedback:reply', 'processing', 'processing'],
    ['feedback:resolve', 'processing', 'resolved'],
    ['feedback:reopen', 'resolved', 'processing'],
    ['feedback:close', 'processing', 'closed'],
  ])
})

test('a reply to pending feedback takes it; a reply to feedback of a colleague leaves it with the colleague', async () => {
  const [one, other] = [await app.as(...every), await app.as(...every)]
  const id = await told()
  await act(one, id, 'reply', 1, { reply: '您好' })
  expect(await state(id)).toMatchObject({ status: 'processing', handled_by: one.adminId })
  await act(other, id, 'reply', 2, { reply: '补充' })
  expect(await state(id)).toMatchObject({ handled_by: one.adminId, reply: '补充', version: 3 })
  await act(other, id, 'resolve', 3, { reply: '好了' })
  expect(await state(id)).toMatchObject({ status: 'resolved', handled_by: other.adminId, reply: '好了' })
})

test.each([
  ['pending', 'resolve'],
  ['pending', 'reopen'],
  ['resolved', 'take'],
  ['resolved', 'reply'],
  ['closed', 'close'],
  ['processing', 'take'],
])('what is %s refuses to %s, and stays as it is', async (status, verb) => {
  const request = await app.as(...every)
  const id = await told()
  const isDone = status === 'resolved' || status === 'closed'
  await app.pool.query(
    'update feedback set status = $2, handled_by = $3, handled_at = case when $4 then now() end where id = $1',
    [id, status, status === 'pending' ? null : request.adminId, isDone],
  )
  const { body } = await act(request, id, verb, 1, verb === 'reply' ? { reply: '好' } : {})
  expect(body.code).toBe('4090')
  expect(await state(id)).toMatchObject({ status, version: 1, reply: '' })
})

test('an act that the state does not allow is refused with the state, the act and the current row', async () => {
  const request = await app.as(...every)
  const id = await told()
  await act(request, id, 'close', 1)
  const { body } = await act(request, id, 'take', 2)
  expect(body).toMatchObject({ code: '4090', desc: '状态为“已关闭”时不能受理反馈' })
  expect(body.data.current).toMatchObject({ id, status: 'closed', version: 2 })
  const english = await request('POST', `/feedback/${id}/take`, { version: 2 }, 'en-US')
  expect(english.body.desc).toBe('“Take feedback” is not possible while the status is “Closed”')
})

test('of twenty concurrent requests to take a feedback, one succeeds; the refusals name who took it', async () => {
  const asks = await Promise.all(Array.from({ length: 20 }, () => app.as(...every)))
  const id = await told()
  const answers = await Promise.all(asks.map((request) => act(request, id, 'take', 1)))
  const won = answers.filter(({ body }) => body.code === '0000')
  expect(won).toHaveLength(1)
  const lost = answers.filter(({ body }) => body.code === '4090')
  expect(lost).toHaveLength(19)
  for (const { body } of lost)
    expect(body.data.current).toMatchObject({
      status: 'processing',
      version: 2,
      handledById: won[0]?.body.data.handledById,
    })
})

test('of two replies to one version, the second is refused and overwrites nothing', async () => {
  const request = await app.as(...every)
  const id = await told()
  const answers = await Promise.all([
    act(request, id, 'reply', 1, { reply: '甲' }),
    act(request, id, 'reply', 1, { reply: '乙' }),
  ])
  const winner = answers.find(({ body }) => body.code === '0000')
  expect(answers.filter(({ body }) => body.code === '4090')).toHaveLength(1)
  expect((await state(id)).reply).toBe(winner?.body.data.reply)
})

test.each([
  [{ version: 1 }, 'reply'],
  [{ version: 1, reply: '   ' }, 'reply'],
  [{ version: 1, reply: 'x'.repeat(2001) }, 'reply'],
  [{ reply: 'x' }, 'version'],
  [{ version: 1, reply: 'x', status: 'closed' }, 'status'],
])('the reply %j is refused at its field', async (body, field) => {
  const request = await app.as(...every)
  const answer = await request('POST', `/feedback/${await told()}/reply`, body)
  expect([answer.body.code, Object.keys(answer.body.data.fields)]).toEqual(['4000', [field]])
})

describe('acts on several rows', () => {
  test('rows that allow the act are changed; for the others the reason is given', async () => {
    const request = await app.as(...every)
    const [pending, taken, closed] = [await told(), await told(), await told()]
    await act(request, taken, 'take', 1)
    await act(request, closed, 'close', 1)
    const { data } = (
      await request('POST', '/feedback/batch/take', { ids: [pending, taken, closed, '999999', pending] })
    ).body
    expect(data).toEqual({
      done: 1,
      skipped: [
        { id: taken, reason: 'wrongState', status: 'processing' },
        { id: closed, reason: 'wrongState', status: 'closed' },
        { id: '999999', reason: 'notFound', status: null },
      ],
    })
    const closing = (await request('POST', '/feedback/batch/close', { ids: [pending, taken, closed] })).body
      .data
    expect(closing).toMatchObject({ done: 2, skipped: [{ id: closed }] })
    const { rows } = await app.pool.query(
      `select 1 from audit_log where target_kind = 'feedback' and target_id = any($1) and point = 'feedback:close'`,
      [[pending, taken, closed]],
    )
    expect(rows).toHaveLength(3)
  })

  test('twenty concurrent requests take the same thirty rows, and each row is taken once', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => told()))
    const asks = await Promise.all(Array.from({ length: 20 }, () => app.as(...every)))
    const answers = await Promise.all(asks.map((request) => request('POST', '/feedback/batch/take', { ids })))
    expect(answers.every(({ body }) => body.code === '0000')).toBe(true)
    expect(answers.reduce((sum, { body }) => sum + body.data.done, 0)).toBe(30)
  })
})

describe('counts', () => {
  const counts = async (request: RequestFn) => (await request('GET', '/feedback/counts')).body.data
  const counted = async (status: string) =>
    (await app.pool.query('select count(*)::int as n from feedback where status = $1', [status])).rows[0].n

  test('counts by status are exact, also after concurrent acts and after a rollback', async () => {
    const asks = await Promise.all(Array.from({ length: 8 }, () => app.as(...every)))
    const ids = await Promise.all(Array.from({ length: 24 }, () => told()))
    await Promise.all(
      ids.map((id, index) => act(asks[index % 8] as RequestFn, id, index % 3 === 0 ? 'close' : 'take', 1)),
    )
    await expect(
      app.db.transaction().execute(async (db) => {
        await db.deleteFrom('feedback').where('status', '=', 'pending').execute()
        throw new Error('and back')
      }),
    ).rejects.toThrow('and back')
    await app.pool.query(`delete from feedback where id = $1`, [ids[0]])
    const shown = await counts(asks[0] as RequestFn)
    for (const status of ['pending', 'processing', 'resolved', 'closed'])
      expect([status, shown[status]]).toEqual([status, await counted(status)])
  })

  test('feedback that is open for too long is overdue', async () => {
    const request = await app.as(...every)
    const before = (await counts(request)).overdue
    const [open, done] = [await told(), await told()]
    await act(request, done, 'close', 1)
    await app.pool.query(
      'update feedback set created_at = now() - make_interval(hours => $2) where id = any($1)',
      [[open, done], standardOf('feedback.overdueHours') + 1],
    )
    expect((await counts(request)).overdue).toBe(before + 1)
    const { data } = (await request('POST', '/user/feedback/page', { overdue: true })).body
    expect(data.total).toBe(before + 1)
    expect(data.records.find((row: { id: string }) => row.id === open)).toMatchObject({ isOverdue: true })
    expect((await request('GET', `/feedback/${done}`)).body.data.isOverdue).toBe(false)
    const others = (await request('POST', '/user/feedback/page', { overdue: false })).body.data
    expect(others.total + data.total).toBe((await request('POST', '/user/feedback/page', {})).body.data.total)
    await app.set('feedback.overdueHours', standardOf('feedback.overdueHours') + 2)
    expect((await counts(request)).overdue).toBe(0)
  })
})

test('with the data scope `own`, an administrator sees, counts and changes only feedback of their own channels', async () => {
  const request = await app.as(...every)
  await app.pool.query(
    `update role set data_scope = 'own' where id = (select role_id from admin_role where admin_id = $1)`,
    [request.adminId],
  )
  const { rows } = await app.pool.query(
    `insert into channel (code, name, flow, owner_id) values ('mine', '我的', 'full', $1) returning id`,
    [request.adminId],
  )
  const mine = await app.pool.query(
    `insert into "user" (flow, channel_id) values ('full', $1) returning id`,
    [rows[0].id],
  )
  const [own, other] = [await told({ userId: mine.rows[0].id }), await told()]
  const page = (await request('POST', '/user/feedback/page', {})).body.data
  expect(page.records.map((row: { id: string }) => row.id)).toEqual([own])
  expect((await request('GET', '/feedback/counts')).body.data).toEqual({
    pending: 1,
    processing: 0,
    resolved: 0,
    closed: 0,
    overdue: 0,
  })
  expect((await request('GET', `/feedback/${other}`)).body.code).toBe('4040')
  expect((await act(request, other, 'take', 1)).body.code).toBe('4040')
  const { data } = (await request('POST', '/feedback/batch/take', { ids: [own, other] })).body
  expect(data).toEqual({ done: 1, skipped: [{ id: other, reason: 'notFound', status: null }] })
})

test('administrators who may take feedback are notified of a new one, but not of one that was not stored', async () => {
  const [taker, reader] = [await app.as('feedback:take'), await app.as('feedback:page')]
  const id = await told({ kind: 'complaint' })
  const messages = async (request: RequestFn, language: 'zh-CN' | 'en-US') =>
    (await request('POST', '/message/page', {}, language)).body.data.records
  expect(await messages(taker, 'zh-CN')).toMatchObject([
    {
      type: 'todo',
      title: '新的用户反馈',
      content: `收到一条投诉（编号 ${id}），等待处理`,
      link: { name: 'UserFeedbackList', query: { open: id } },
    },
  ])
  expect((await messages(taker, 'en-US'))[0].content).toBe(`Complaint (ID ${id}) is waiting to be handled`)
  expect(await messages(reader, 'zh-CN')).toEqual([])
  await expect(told({ userId: '999999' })).rejects.toThrow()
  expect(await messages(taker, 'zh-CN')).toHaveLength(1)
})

test('an image belongs to one feedback; feedback with a missing image or an image of an administrator is refused', async () => {
  const [image] = (await imagesFromOutside(1)) as [string]
  await told({ fileIds: [image] })
  const { adminId } = await app.as()
  const { rows } = await app.pool.query(
    `insert into file (use, key, name, media_type, size, sha256, status, created_by)
     values ('feedback', gen_random_uuid(), 'x', 'image/png', 1, '', 'stored', $1) returning id`,
    [adminId],
  )
  const before = (await app.pool.query('select count(*)::int as n from feedback')).rows[0].n
  for (const id of [image, '999999', rows[0].id])
    await expect(told({ fileIds: [id] })).rejects.toMatchObject({
      details: { fields: { fileIds: 'noSuchFile' } },
    })
  expect((await app.pool.query('select count(*)::int as n from feedback')).rows[0].n).toBe(before)
})

test('administrators who handle feedback are found by name', async () => {
  const request = await app.as(...every)
  await app.pool.query(`update admin set name = '处理能手' where id = $1`, [request.adminId])
  await act(request, await told(), 'take', 1)
  const found = (await request('GET', `/choice/feedback/handlers?keyword=${encodeURIComponent('能手')}`)).body
    .data
  expect(found).toEqual([
    { id: request.adminId, name: '处理能手', code: null, hint: null, status: 'enabled' },
  ])
  const { data } = (await request('POST', '/user/feedback/page', { handledBy: request.adminId })).body
  expect(data).toMatchObject({ total: 1, records: [{ handledBy: '处理能手' }] })
})

test('a page is read over an index', async () => {
  const admin = await app.as()
  await app.pool.query(
    `insert into feedback (user_id, kind, content, status, handled_by, handled_at, created_at)
     select $1, 'other', 'x', 'closed', $2, now(), now() - n * interval '1 minute' from generate_series(1, 20000) n`,
    [userId, admin.adminId],
  )
  await vacuum(app.pool, 'feedback')
  for (const [filter, index] of [
    [{}, /feedback_\w+_idx/],
    [{ status: 'pending' }, /feedback_(status|open)_idx/],
    [{ overdue: true }, /feedback_(open|status)_idx/],
    [{ kind: 'fault' }, /feedback_kind_idx/],
    [{ handledBy: '1' }, /feedback_handled_by_idx/],
  ] as const) {
    const asked = feedback.page.body.parse(filter)
    const plans = await plansOf(app.pool, (db) => findPageOfFeedback(db, asked, null, 48))
    const rows = plans.filter((plan) => !plan.startsWith('Aggregate'))
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatch(index)
    expect(rows[0]).not.toMatch(/Seq Scan on feedback/)
  }
})
