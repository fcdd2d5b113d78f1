import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { beginSession, Menu, useSession } from '#kit'
import { renderAt } from '#test/render.tsx'
import { actAs } from './accounts.ts'
import SwitchRoles from './switch-roles.tsx'

afterEach(() => actAs(null))

const Opened = () => (
  <Menu opened>
    <Menu.Target>
      <button type="button">账号</button>
    </Menu.Target>
    <Menu.Dropdown>
      <SwitchRoles />
    </Menu.Dropdown>
  </Menu>
)

test('the role switches at the first click, even before the first response with the current role', async () => {
  beginSession({ token: 'demo-user', username: 'user', name: 'user', mustChangePassword: false })
  expect(useSession.getState().roles).toEqual(['admin'])
  const { user } = await renderAt('/', [{ path: '/', Component: Opened }])
  await user.click(await screen.findByRole('menuitem', { name: '切换角色' }))
  expect(useSession.getState().roles).toEqual(['admin'])
  expect(useSession.getState().points.has('user:export') || useSession.getState().menu?.length).toBeTruthy()
  expect(await screen.findByText('admin')).toBeTruthy()
})
