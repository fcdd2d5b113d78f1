import { type AuditRow, audit } from '@kabao/contract/operations/audit'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { choice } from '#test/choice.ts'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import AuditPage from './page.tsx'

const row = (over: Partial<AuditRow> = {}): AuditRow => ({
  id: '9',
  at: '2026-03-01T00:00:00.000Z',
  username: 'li',
  tokenName: null,
  ip: '10.0.0.1',
  point: 'blacklist:update',
  action: '编辑黑名单',
  targetKind: 'blacklist',
  targetId: '5',
  targetName: null,
  link: null,
  group: null,
  result: 'done',
  code: '0000',
  requestId: '3f0c2f6e-0000-4000-8000-000000000000',
  ...over,
})

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(audit.page, ({ body }) => ({
    records: [
      row(),
      row({
        id: '8',
        username: null,
        targetKind: 'somethingNew',
        targetId: 'x',
        result: 'refused',
        code: '4030',
      }),
    ],
    total: 2,
    current: body.current,
    size: body.size,
  }))
  server.answer(audit.actions, ({ query }) =>
    query.ids === 'blacklist:update' ? [choice({ id: 'blacklist:update', name: '编辑黑名单' })] : [],
  )
  server.answer(audit.get, () => ({
    ...row(),
    before: { reason: '旧的', kind: 'phone' },
    after: { reason: '新的', kind: 'phone', version: 2 },
    changes: [{ field: 'reason', label: '拉黑原因', before: '旧的', after: '新的' }],
  }))
})
const show = (address: string) => {
  signIn('audit:page')
  return renderAt(address, [{ path: '/', Component: AuditPage }])
}

test('the filters of the address are applied; the service as actor and unknown values have a text too', async () => {
  await show('/?username=li&point=blacklist:update&result=refused&targetKind=blacklist&targetId=5')
  await screen.findByText('黑名单 5')
  const table = within(screen.getByRole('table'))
  table.getByText('系统')
  table.getByText('somethingNew x')
  table.getByText('被拒绝')
  expect(server.calls(audit.page)[0]?.body).toMatchObject({
    username: 'li',
    point: 'blacklist:update',
    result: 'refused',
    targetKind: 'blacklist',
    targetId: '5',
  })
})

test('an entry shows each field before and after, and links to related pages', async () => {
  await show('/?open=9')
  const dialog = within(await screen.findByRole('dialog', { name: '操作详情' }))
  await dialog.findByRole('row', { name: '拉黑原因 旧的 新的' })
  expect(dialog.getAllByRole('row')).toHaveLength(2)
  expect(dialog.getByRole('link', { name: '该对象的全部记录' }).getAttribute('href')).toBe(
    '/?targetKind=blacklist&targetId=5',
  )
})

test('a target is shown by its name and links to its page', async () => {
  server.answer(audit.page, ({ body }) => ({
    records: [
      row({
        targetKind: 'user',
        targetName: '张*',
        link: { name: 'UserList', query: { open: '5' } },
      }),
    ],
    total: 1,
    current: body.current,
    size: body.size,
  }))
  await show('/')
  const link = await screen.findByRole('link', { name: '用户 张*' })
  expect(link.getAttribute('href')).toBe('/user/list?open=5')
})

describe('an act with several entries', () => {
  const group = { id: 'batch-1', size: 82 }
  beforeEach(() => {
    const member = (at: number) =>
      row({ id: String(100 + at), targetKind: 'feedback', targetId: String(at), group })
    const heads = [
      row({ id: '9', targetKind: 'feedback', targetId: '5', group }),
      row({ id: '7', targetId: '3' }),
    ]
    server.answer(audit.page, ({ body: { current = 1, size = 20, ...filter } }) => {
      const found = filter.group ? Array.from({ length: 82 }, (_, index) => member(index)) : heads
      const from = (current - 1) * size
      return { records: found.slice(from, from + size), total: found.length, current, size }
    })
    server.answer(audit.get, () => ({ ...row({ group }), before: null, after: null, changes: [] }))
  })

  test('is one row, whose details list its entries page by page', async () => {
    const { user } = await show('/?open=9')
    await screen.findByText('编辑黑名单（82 条记录）')
    const table = within(screen.getByRole('table', { name: '操作日志' }))
    table.getByText('用户反馈 × 82')
    expect(table.getAllByRole('row')).toHaveLength(3)
    const dialog = within(await screen.findByRole('dialog', { name: '操作详情' }))
    const member = await dialog.findByRole('link', { name: '用户反馈 4' })
    expect(member.getAttribute('href')).toBe('/?group=batch-1&open=104')
    await user.click(dialog.getByRole('button', { name: '下一页' }))
    await dialog.findByRole('link', { name: '用户反馈 24' })
    expect(dialog.queryByRole('link', { name: '用户反馈 4' })).toBeNull()
    expect(server.calls(audit.page).at(-1)?.body).toMatchObject({ group: 'batch-1', current: 2, size: 20 })
  })

  test('is shown entry by entry if the list is filtered by it, with a filter that shows and removes this', async () => {
    await show('/?group=batch-1')
    await screen.findByText('用户反馈 4')
    expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(21)
    expect(screen.queryByText(/82 条记录/)).toBeNull()
    expect(screen.getByLabelText('同一操作')).toHaveProperty('value', 'batch-1')
  })

  test('of which not all entries were counted says so', async () => {
    server.answer(audit.page, ({ body: { current = 1, size = 20 } }) => ({
      records: [row({ targetKind: 'feedback', group: { id: 'batch-2', size: 1000 } })],
      total: 1,
      current,
      size,
    }))
    await show('/')
    await screen.findByText('编辑黑名单（1000+ 条记录）')
    screen.getByText('用户反馈 × 1000+')
  })
})
