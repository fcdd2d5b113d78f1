import { session } from '@kabao/contract/access/session'
import { codes } from '@kabao/contract/kernel/envelope'
import { type BlacklistRow, blacklist } from '@kabao/contract/users/blacklist'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { beginSession, isUnsaved } from '#kit'
import { reloadBy, useExpiry } from '#kit/call/expiry.ts'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { menuWith, renderAt } from '#test/render.tsx'
import { leaveFrame } from '../tabs/store.ts'

// Loads the lazy parts before the tests: on a slow machine they would otherwise seem to be missing.
beforeAll(async () => {
  await Promise.all([
    import('../frame/frame.tsx'),
    import('#users/areas/blacklist/page.tsx'),
    import('#users/areas/blacklist/entry-dialog.tsx'),
    import('./renew-dialog.tsx'),
    import('#kit/form/confirm-dialog.tsx'),
  ])
}, 30_000)

const li = { username: 'li', name: '李敏', mustChangePassword: false }
const entry: BlacklistRow = {
  id: '1',
  version: 1,
  kind: 'phone',
  value: '139****5678',
  reason: '投诉',
  source: 'complaint',
  expiresAt: null,
  remark: '',
  createdBy: '李敏',
  updatedBy: '李敏',
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
}
let server: ReturnType<typeof fakeServer>
let reloads = 0
beforeEach(() => {
  leaveFrame(false)
  reloads = 0
  reloadBy(() => reloads++)
  server = fakeServer()
  server.answer(session.menu, () => menuWith('blacklist:page', 'blacklist:create'))
  server.answer(session.me, () => ({ ...li, id: '1', roles: [], hasDefaultPassword: false }))
  server.answer(session.login, ({ query }) =>
    query.password === 'secret 1'
      ? { ...li, token: 'a-new-token' }
      : refusal({ code: codes.wrongCredentials, desc: '用户名或密码错误' }),
  )
  server.answer(blacklist.page, ({ body }) => ({ ...body, records: [], total: 0 }))
  server.answer(blacklist.create, ({ headers }) =>
    headers.token === 'a-new-token'
      ? entry
      : refusal({ code: codes.sessionExpired, desc: '登录已过期，请重新登录' }),
  )
  beginSession({ ...li, token: 'an-old-token' })
})

/** A form that is saved after its session has expired. */
async function refused() {
  const view = await renderAt('/user/black-list')
  await view.user.click(await screen.findByRole('button', { name: '添加黑名单' }))
  const form = within(await screen.findByRole('dialog', { name: '添加黑名单' }))
  await view.user.type(form.getByLabelText(/^值/), '13912345678')
  await view.user.type(form.getByLabelText('拉黑原因'), '投诉')
  const save = () => view.user.type(form.getByLabelText('拉黑原因'), '{Enter}')
  await save()
  const renewal = within(await screen.findByRole('dialog', { name: '登录已过期' }))
  return { ...view, form, renewal, save }
}
const renewed = () => waitFor(() => expect(screen.queryByRole('dialog', { name: '登录已过期' })).toBeNull())

test('an expired session is renewed above a form, which is saved then', async () => {
  const { user, form, renewal, save } = await refused()
  const password = renewal.getByLabelText('密码')
  expect(document.activeElement).toBe(password)
  await user.type(password, 'wrong{Enter}')
  await renewal.findByText('用户名或密码错误')
  await user.clear(password)
  await user.type(password, 'secret 1{Enter}')
  await renewed()
  expect(server.calls(session.login).map(({ query }) => query)).toMatchObject([
    { username: 'li', password: 'wrong' },
    { username: 'li', password: 'secret 1' },
  ])
  expect(form.getByLabelText(/^值/)).toHaveProperty('value', '13912345678')
  expect(form.getByLabelText('拉黑原因')).toHaveProperty('value', '投诉')
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [first, second] = server.calls(blacklist.create)
  expect(second?.body).toMatchObject({ value: '13912345678', reason: '投诉' })
  expect(second?.headers['Idempotency-Key']).toBe(first?.headers['Idempotency-Key'])
  expect(reloads).toBe(0)
  expect(useExpiry.getState()).toMatchObject({ isOver: false, renewals: 1 })
})

test('a second factor is asked for in the same place', async () => {
  server.answer(session.login, () => ({
    secondFactor: 'required' as const,
    challenge: 'a-challenge',
    expiresAt: '2026-03-01T00:00:00.000Z',
  }))
  server.answer(session.loginByCode, () => ({ ...li, token: 'a-new-token' }))
  const { user, renewal, form } = await refused()
  await user.type(renewal.getByLabelText('密码'), 'secret 1{Enter}')
  await user.type(await renewal.findByLabelText('验证码'), '123456{Enter}')
  await renewed()
  expect(localStorage.getItem('token')).toBe('a-new-token')
  expect(form.getByLabelText(/^值/)).toHaveProperty('value', '13912345678')
})

test('a user may stay, and is asked again by the next refused call; another account discards the form', async () => {
  const { user, form, save } = await refused()
  await user.keyboard('{Escape}')
  await renewed()
  expect(form.getByLabelText(/^值/)).toHaveProperty('value', '13912345678')
  await save()
  const again = within(await screen.findByRole('dialog', { name: '登录已过期' }))
  await user.click(again.getByRole('button', { name: '放弃内容，换一个账号登录' }))
  expect(reloads).toBe(1)
  expect(localStorage.getItem('token')).toBeNull()
  expect(isUnsaved()).toBe(false)
})
