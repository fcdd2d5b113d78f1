import { type AuditRow, audit } from '@kabao/contract/audit'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import { renderAt, signIn } from '../../../test/render.tsx'
import AuditPage from './page.tsx'

const row = (over: Partial<AuditRow> = {}): AuditRow => ({
  id: '9',
  at: '2026-03-01T00:00:00.000Z',
  username: 'li',
  ip: '10.0.0.1',
  point: 'blacklist:update',
  action: '修改黑名单',
  targetKind: 'blacklist',
  targetId: '5',
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
    query.id === 'blacklist:update' ? [{ point: 'blacklist:update', action: '修改黑名单' }] : [],
  )
  server.answer(audit.get, () => ({
    ...row(),
    before: { reason: '旧的', kind: 'phone' },
    after: { reason: '新的', kind: 'phone', version: 2 },
  }))
})
const show = (address: string) => {
  signIn('audit:page')
  return renderAt(address, [{ path: '/', Component: AuditPage }])
}

test('it shows what the address asks for; the service itself and what this version does not know have words too', async () => {
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

test('a line shows field by field what was before and after, and leads to what belongs to it', async () => {
  await show('/?open=9')
  const dialog = within(await screen.findByRole('dialog', { name: '操作详情' }))
  await dialog.findByRole('row', { name: 'reason 旧的 新的' })
  dialog.getByRole('row', { name: 'version 2' })
  dialog.getByText('未变化的字段（1）')
  expect(dialog.getByRole('link', { name: '该对象的全部记录' }).getAttribute('href')).toBe(
    '/?targetKind=blacklist&targetId=5',
  )
})
