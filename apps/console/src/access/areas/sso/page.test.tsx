import { type SsoSettings, sso } from '@kabao/contract/access/sso'
import { codes } from '@kabao/contract/kernel/envelope'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import SsoPage from './page.tsx'

const stored: SsoSettings = {
  version: 3,
  isOn: true,
  name: '企业账号',
  issuer: 'https://sso.example.com',
  clientId: 'kabao',
  hasSecret: true,
  scopes: 'email',
  claim: 'email',
  creates: false,
  groupsClaim: 'groups',
  roles: [{ value: 'operators', roleId: '2' }],
  factor: 'own',
  signsOut: false,
  passwordsOff: false,
  breakGlassId: null,
  updatedBy: '李敏',
  updatedAt: '2026-03-07T02:00:00.000Z',
  addresses: {
    redirect: 'https://kabao.example.com/login',
    backChannel: 'https://kabao.example.com/api/sso/back-channel-logout',
    signedOut: 'https://kabao.example.com/login',
  },
  breakGlassChoices: [{ id: '1', username: 'admin', name: 'admin' }],
  roleChoices: [
    { id: '2', name: '运营' },
    { id: '3', name: '财务' },
  ],
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(sso.get, () => stored)
  signIn('sso:get', 'sso:update', 'sso:try')
})
const show = () => renderAt('/', [{ path: '/', Component: SsoPage }])

test('what is changed is saved with the version that was seen, and the secret only if one is typed', async () => {
  server.answer(sso.update, ({ body }) => ({ ...stored, version: 4, name: body.name }))
  const { user } = await show()
  const name = await screen.findByLabelText(/^名称/)
  await user.clear(name)
  await user.type(name, '飞书')
  await user.click(screen.getByRole('button', { name: '添加对应关系' }))
  const group = screen.getAllByLabelText(/^用户组 \*|^用户组$/).at(-1) as HTMLElement
  await user.type(group, 'finance')
  await user.click(screen.getAllByLabelText(/^角色/, { selector: 'input' }).at(-1) as HTMLElement)
  await user.click(await screen.findByRole('option', { name: '财务' }))
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(server.calls(sso.update)).toHaveLength(1))
  const body = server.calls(sso.update)[0]?.body as Record<string, unknown>
  expect(body).toMatchObject({
    version: 3,
    name: '飞书',
    roles: [
      { value: 'operators', roleId: '2' },
      { value: 'finance', roleId: '3' },
    ],
  })
  expect(body).not.toHaveProperty('clientSecret')
})

test('a refusal is shown at its field', async () => {
  server.answer(sso.update, () =>
    refusal({ code: codes.invalid, desc: '提交的内容有误', fields: { breakGlassId: '须选择一个' } }),
  )
  const { user } = await show()
  await user.click(await screen.findByRole('switch', { name: /关闭密码登录/ }))
  await user.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText('须选择一个')
  expect(screen.getByLabelText(/^应急账号/, { selector: 'input' }).getAttribute('aria-invalid')).toBe('true')
})

test('the addresses for the provider are shown, and what it says of itself', async () => {
  server.answer(sso.try, () => ({
    unreachable: null,
    found: {
      issuer: 'https://sso.example.com',
      authorizationEndpoint: 'https://sso.example.com/authorize',
      tokenEndpoint: 'https://sso.example.com/token',
      endSessionEndpoint: null,
      hasBackChannel: true,
      scopes: ['openid', 'email'],
      claims: [],
      hasPkce: true,
    },
  }))
  const { user } = await show()
  await screen.findByText('https://kabao.example.com/api/sso/back-channel-logout')
  await user.click(screen.getByRole('button', { name: '测试连接' }))
  await screen.findByText('已找到认证方')
  screen.getByText('https://sso.example.com/authorize')
})
