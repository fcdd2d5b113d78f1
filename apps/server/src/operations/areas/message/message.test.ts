import type { Words } from '@kabao/contract'
import type { MessageItem } from '@kabao/contract/operations/message'
import { expect, test } from 'vitest'
import { type NewMessage, sendMessage } from '#platform/db/messages'
import { startApp } from '#test/harness'

const app = startApp()
const both = (text: string): Words => [text, `${text} in English`]
const send = (to: NewMessage['to'], more: Partial<NewMessage> = {}) =>
  app.db
    .transaction()
    .execute((db) =>
      sendMessage(db, { to, kind: 'notice', title: both('标题'), content: both('内容'), ...more }),
    )

test('the message box shows own messages, newest first, in the requested language', async () => {
  const [request, other] = [await app.as(), await app.as()]
  await send([request.adminId])
  await send([request.adminId], {
    kind: 'todo',
    subTitle: both('副标题'),
    messageType: 3,
    link: { name: 'UserList', query: { status: 'accepted' } },
  })
  await send([other.adminId])
  const { data } = (await request('POST', '/message/list', undefined, 'en-US')).body
  expect(data).toMatchObject([
    { type: 'notice', title: '标题 in English', subTitle: '', content: '内容 in English', status: 0 },
    {
      type: 'todo',
      subTitle: '副标题 in English',
      messageType: 3,
      link: { name: 'UserList', query: { status: 'accepted' } },
    },
  ])
  expect(data[0]).not.toHaveProperty('messageType')
  expect((await request('POST', '/message/list')).body.data[0].title).toBe('标题')
})

test('clearing deletes all own messages up to the newest one seen; newer ones and those of others stay', async () => {
  const [request, other] = [await app.as(), await app.as()]
  for (const kind of ['message', 'notice', 'todo'] as const) await send([request.adminId], { kind })
  await send([other.adminId])
  const { data } = (await request('POST', '/message/list')).body
  const upTo = Math.max(...data.map(({ id }: MessageItem) => Number(id)))
  await send([request.adminId], { title: both('新的') })
  expect((await request('POST', '/message/clear', { upTo: String(upTo) })).body.data).toBe(true)
  const left = (await request('POST', '/message/page', {})).body.data.records
  expect(left.map(({ title }: MessageItem) => title)).toEqual(['新的'])
  expect((await request('POST', '/message/unread')).body.data).toEqual({ message: 0, notice: 1, todo: 0 })
  await request('POST', '/message/clear', { upTo: '999999999' })
  expect((await other('POST', '/message/list')).body.data).toHaveLength(1)
})

test('the message box has the newest fifty of each kind; the counts include all', async () => {
  const request = await app.as()
  for (let at = 0; at < 52; at++) await send([request.adminId], { title: both(`第 ${at} 条`) })
  await send([request.adminId], { kind: 'message' })
  const { data } = (await request('POST', '/message/list')).body
  expect(data.filter((item: MessageItem) => item.type === 'notice')).toHaveLength(50)
  expect(data.find((item: MessageItem) => item.type === 'notice').title).toBe('第 51 条')
  expect((await request('POST', '/message/unread')).body.data).toEqual({ message: 1, notice: 52, todo: 0 })
  await request('POST', '/message/readAll', { kind: 'notice' })
  expect((await request('POST', '/message/unread')).body.data).toEqual({ message: 1, notice: 0, todo: 0 })
  await request('POST', '/message/readAll', {})
  expect((await request('POST', '/message/unread')).body.data).toEqual({ message: 0, notice: 0, todo: 0 })
})

test("reading marks the named messages, never another administrator's, and writes no audit log entry", async () => {
  const [request, other] = [await app.as(), await app.as()]
  await send([request.adminId, other.adminId, request.adminId])
  const idOf = async (who: typeof request) => (await who('POST', '/message/list')).body.data[0].id
  const ids = [await idOf(request), await idOf(other)]
  expect((await request('POST', '/message/read', { ids })).body.data).toBe(true)
  expect((await request('POST', '/message/list')).body.data).toMatchObject([{ status: 1 }])
  expect((await other('POST', '/message/list')).body.data).toMatchObject([{ status: 0 }])
  expect((await request('POST', '/message/read', { ids: [] })).body.data).toBe(true)
  const audit = await app.pool.query('select 1 from audit_log where admin_id = $1', [request.adminId])
  expect(audit.rows).toEqual([])
})

test('messages are filtered by kind, status and time', async () => {
  const request = await app.as()
  await send([request.adminId], { title: both('一') })
  await send([request.adminId], { title: both('二'), kind: 'todo' })
  await send([request.adminId], { title: both('三') })
  const titles = async (filter: object) =>
    (await request('POST', '/message/page', filter)).body.data.records.map((item: MessageItem) => item.title)
  expect(await titles({})).toEqual(['三', '二', '一'])
  expect(await titles({ kind: 'notice', sort: 'time', size: 1, current: 2 })).toEqual(['三'])
  const [newest] = (await request('POST', '/message/list')).body.data
  await request('POST', '/message/read', { ids: [newest.id] })
  expect(await titles({ status: 'read' })).toEqual(['三'])
  expect(await titles({ status: 'unread' })).toEqual(['二', '一'])
  expect(await titles({ createdFrom: newest.time })).toContain('三')
  expect(await titles({ createdTo: newest.time })).not.toContain('三')
  expect(await titles({ createdFrom: '2099-01-01T00:00:00.000Z' })).toEqual([])
})

test('a message to a permission point reaches the administrators who have it at that moment', async () => {
  const [holder, superior, other, gone] = [
    await app.as('user:page'),
    await app.as('*'),
    await app.as('blacklist:page'),
    await app.as('user:page'),
  ]
  await app.pool.query(`update admin set status = 'disabled' where id = $1`, [gone.adminId])
  await send({ point: 'user:page' })
  const { rows } = await app.pool.query('select admin_id from message where admin_id = any($1)', [
    [holder, superior, other, gone].map((who) => who.adminId),
  ])
  expect(rows.map((row) => row.admin_id).sort()).toEqual([holder.adminId, superior.adminId].sort())
  expect(await send([])).toBe(0)
})
