import { session } from '@kabao/contract/access/session'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { AnswersProvider, KitProvider } from '#kit'
import { fakeServer } from '#test/fake-server.ts'
import { signIn } from '#test/render.tsx'
import { AvatarMenu } from './avatar-menu.tsx'

test('the menu of the account says which version of the service runs', async () => {
  signIn()
  fakeServer().answer(session.me, () => ({
    id: '1',
    username: 'li',
    name: '李敏',
    roles: [],
    mustChangePassword: false,
    hasDefaultPassword: false,
    version: '1.2.3+0a1b2c3d4e5f',
  }))
  render(
    <KitProvider>
      <AnswersProvider>
        <MemoryRouter>
          <AvatarMenu />
        </MemoryRouter>
      </AnswersProvider>
    </KitProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: /账号/ }))
  expect(await screen.findByText('版本 1.2.3+0a1b2c3d4e5f')).toBeTruthy()
})
