import { account, type Profile } from '@kabao/contract/access/account'
import { codes } from '@kabao/contract/kernel/envelope'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { readUser } from '#kit'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import CenterPage from './page.tsx'

test('the profile is shown and edited; a refusal is shown at its field, and the new name is shown at once', async () => {
  let profile: Profile = {
    id: '1',
    version: 1,
    username: 'li',
    name: '李敏',
    phone: '',
    email: 'li@example.com',
    avatarFileId: null,
    roles: [{ code: 'admin', name: '超级管理员' }],
    createdAt: '2026-01-01T00:00:00.000Z',
    lastLoginAt: '2026-03-01T00:00:00.000Z',
    lastLoginIp: '10.0.0.1',
  }
  const server = fakeServer()
  server.answer(account.profile, () => profile)
  server.answer(account.updateProfile, ({ body }) => {
    if (body.email === '')
      return refusal({ code: codes.invalid, desc: '有误', fields: { email: '请填写此项' } })
    profile = { ...profile, ...body, version: 2 }
    return profile
  })
  signIn()
  const { user } = await renderAt('/', [{ path: '/', Component: CenterPage }])
  expect(await screen.findByText('2026-03-01 08:00:00 · 10.0.0.1')).toBeTruthy()
  expect(screen.getByText('超级管理员')).toBeTruthy()

  await user.click(screen.getByRole('button', { name: '编辑资料' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('手机号'), '123')
  await user.tab()
  expect(await dialog.findByText('请输入 11 位手机号')).toBeTruthy()
  await user.clear(dialog.getByLabelText('手机号'))
  await user.clear(dialog.getByLabelText('邮箱'))
  await user.clear(dialog.getByLabelText(/^姓名/))
  await user.type(dialog.getByLabelText(/^姓名/), '李新{Enter}')
  expect(await dialog.findByText('请填写此项')).toBeTruthy()
  await user.type(dialog.getByLabelText('邮箱'), 'new@example.com{Enter}')
  expect(await screen.findByText('李新')).toBeTruthy()
  expect(readUser()?.name).toBe('李新')
})
