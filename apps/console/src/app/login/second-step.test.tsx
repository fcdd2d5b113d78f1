import { secondFactor } from '@kabao/contract/access/second-factor'
import { session } from '@kabao/contract/access/session'
import { codes } from '@kabao/contract/kernel/envelope'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { menuWith, renderAt } from '#test/render.tsx'

const signedIn = { token: 'a-token', username: 'li', name: '李敏', mustChangePassword: false }
const device = 'd'.repeat(43)

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(session.login, () => ({
    secondFactor: 'required' as const,
    challenge: 'a-challenge',
    expiresAt: '2026-03-01T00:00:00.000Z',
  }))
  server.answer(session.menu, () => menuWith())
  server.answer(session.me, () => ({
    id: '1',
    username: 'li',
    name: '李敏',
    roles: [],
    mustChangePassword: false,
    hasDefaultPassword: false,
  }))
})

async function toSecondStep() {
  const view = await renderAt('/login?redirect=password&a=1')
  await view.user.type(await screen.findByRole('textbox', { name: '用户名' }), 'li')
  await view.user.type(screen.getByLabelText('密码'), 'secret 1{Enter}')
  await screen.findByRole('heading', { name: '两步验证' })
  return view
}

test('a wrong code is shown at the field; the right one opens the page that the sign-in asked for', async () => {
  server.answer(session.loginByCode, ({ body }) =>
    body.code === '123456'
      ? { ...signedIn, device }
      : refusal({ code: codes.invalid, desc: '有误', fields: { code: '验证码不正确' } }),
  )
  const { user, router } = await toSecondStep()
  expect(localStorage.getItem('token')).toBeNull()
  const code = screen.getByLabelText('验证码')
  expect(document.activeElement).toBe(code)
  await user.type(code, '000000{Enter}')
  expect(await screen.findByText('验证码不正确')).toBeTruthy()
  await user.clear(code)
  await user.type(code, '123 456{Enter}')
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/password', search: '?a=1' }))
  expect(localStorage.getItem('token')).toBe('a-token')
  expect(localStorage.getItem('login-device')).toBe(device)
  expect(server.calls(session.loginByCode).map(({ body }) => body)).toEqual([
    { challenge: 'a-challenge', code: '000000' },
    { challenge: 'a-challenge', code: '123456' },
  ])
})

test('a recovery code is accepted; an expired challenge leads back to the password', async () => {
  server.answer(session.loginByCode, () =>
    refusal({ code: codes.wrongCredentials, desc: '验证已超时，请重新输入密码登录' }),
  )
  const { user } = await toSecondStep()
  await user.click(screen.getByRole('button', { name: '手机不在身边？使用恢复码' }))
  await user.type(screen.getByLabelText('恢复码'), 'abcde-fghjk{Enter}')
  expect(await screen.findByRole('textbox', { name: '用户名' })).toHaveProperty('value', 'li')
  expect(screen.getByLabelText('密码')).toHaveProperty('value', '')
  expect(screen.getAllByText('验证已超时，请重新输入密码登录').length).toBeGreaterThan(0)
  expect(server.calls(session.loginByCode)[0]?.body.code).toBe('ABCDEFGHJK')
})

test('an administrator who must set up the second factor can open no other page until then', async () => {
  server.answer(session.login, () => ({ ...signedIn, mustSetUpSecondFactor: true as const }))
  server.answer(secondFactor.setUp, () => ({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Kabao:li' }))
  server.answer(secondFactor.confirm, () => ({ recoveryCodes: ['ABCDE-FGHJK'] }))
  const { user, router } = await renderAt('/login?redirect=UserList&a=1')
  await user.type(await screen.findByRole('textbox', { name: '用户名' }), 'li')
  await user.type(screen.getByLabelText('密码'), 'secret 1{Enter}')
  await waitFor(() =>
    expect(router.state.location).toMatchObject({
      pathname: '/second-factor',
      search: '?redirect=UserList&a=1',
    }),
  )
  await router.navigate('/home')
  expect(router.state.location.pathname).toBe('/second-factor')
  expect(server.calls(session.menu)).toEqual([])
  await user.type(await screen.findByLabelText('当前密码'), 'secret 1{Enter}')
  await user.type(await screen.findByLabelText('验证码'), '123456{Enter}')
  await user.click(await screen.findByRole('checkbox', { name: '我已保存好恢复码' }))
  await user.click(screen.getByRole('button', { name: '完成' }))
  // The refused navigation was to /home, so the page leads there at the end.
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'))
})
