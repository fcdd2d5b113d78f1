import { type LoginLogRow, loginLog } from '@kabao/contract/access/login-log'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import LoginLogPage from './page.tsx'

const row = (over: Partial<LoginLogRow> = {}): LoginLogRow => ({
  id: '1',
  at: '2026-03-01T00:00:00.000Z',
  username: 'li',
  nameMark: null,
  result: 'failed',
  reason: 'wrongPassword',
  ip: '10.0.0.1',
  device: 'Chrome 141 · Windows',
  userAgent: 'Mozilla/5.0',
  attempts: 1,
  ...over,
})

test('the filters of the address are applied, and an unknown name is shown only by its mark', async () => {
  const server = fakeServer()
  server.answer(loginLog.page, ({ body }) => ({
    records: [row(), row({ id: '2', username: null, nameMark: 'a1b2c3d4', reason: 'unknownAccount' })],
    total: 2,
    current: body.current,
    size: body.size,
  }))
  signIn('loginLog:page')
  await renderAt('/?result=failed&account=li', [{ path: '/', Component: LoginLogPage }])
  await screen.findByText('未知账号 #a1b2c3d4')
  const table = within(screen.getByRole('table'))
  expect(table.getAllByText('失败')).toHaveLength(2)
  expect(table.getByText('密码错误')).toBeTruthy()
  expect(table.getAllByText('2026-03-01 08:00:00')).toHaveLength(2)
  expect(server.calls(loginLog.page)[0]?.body).toMatchObject({ result: 'failed', account: 'li' })
})
