import type { MenuNode } from '@kabao/contract/access/session'
import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { AnswersProvider, beginSession, KitProvider, takeMenu } from '#kit'

/**
 * Renders a page inside everything that the kit needs around it.
 * @param routes the page under test, `[{ path: '/user/list', Component: UserPage }]`; by default the whole console's
 */
export async function renderAt(address: string, routes?: RouteObject[]) {
  const router = createMemoryRouter(routes ?? (await import('../src/app/routes.tsx')).routes, {
    initialEntries: [address],
  })
  const view = render(
    <KitProvider>
      <AnswersProvider>
        <RouterProvider router={router} />
      </AnswersProvider>
    </KitProvider>,
  )
  return { ...view, router, user: userEvent.setup() }
}

/** Signs in as an administrator with these permission points. */
export function signIn(...points: string[]): void {
  act(() => {
    beginSession({ token: 'a-token', username: 'li', name: '李敏', mustChangePassword: false })
    takeMenu(menuWith(...points))
  })
}

/** The server's menu with every implemented page and these permission points. */
export const menuWith = (...points: string[]): MenuNode[] => [
  {
    path: '/user',
    name: 'User',
    type: 1,
    children: [
      { path: 'list', name: 'UserList', type: 1, children: points.map(point) },
      { path: 'black-list', name: 'UserBlackList', type: 1, children: [] },
      { path: 'feedback-list', name: 'UserFeedbackList', type: 1, children: [] },
    ],
  },
]

const point = (name: string): MenuNode => ({ path: '', name, type: 2, children: [] })
