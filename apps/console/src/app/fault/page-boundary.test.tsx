import { session } from '@kabao/contract/access/session'
import { errorEvent } from '@kabao/contract/operations/error-event'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { beginSession } from '#kit'
import { fakeServer } from '#test/fake-server.ts'
import { menuWith, renderAt } from '#test/render.tsx'
import { leaveFrame } from '../tabs/store.ts'

// Loads the lazy parts before the tests: on a slow machine they would otherwise seem to be missing.
beforeAll(async () => {
  await Promise.all([import('../frame/frame.tsx'), import('../home/page.tsx')])
}, 30_000)

let isBroken = true
function BrokenPage() {
  if (isBroken) throw new TypeError('this page is broken')
  return <p>又好了</p>
}
vi.mock('../areas.ts', async (load) => {
  const { areaPages } = await load<typeof import('../areas.ts')>()
  const broken = { name: 'CrmClue', load: async () => ({ default: BrokenPage }) }
  return { areaPages: [...areaPages.filter(({ name }) => name !== broken.name), broken] }
})

test('an error in a page leaves the frame in place and is reported once, with its component stack', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  leaveFrame(false)
  const server = fakeServer()
  server.answer(session.menu, () => [
    ...menuWith(),
    {
      path: '/crm',
      name: 'Crm',
      type: 1,
      children: [{ path: 'clue', name: 'CrmClue', type: 1, children: [] }],
    },
  ])
  server.answer(errorEvent.report, () => null)
  beginSession({ token: 'a-token', username: 'li', name: '李敏', mustChangePassword: false })

  const { user } = await renderAt('/crm/clue')
  expect(await screen.findByRole('heading', { name: '页面出了点问题' })).toBeTruthy()
  await waitFor(() => expect(server.calls(errorEvent.report)).toHaveLength(1))
  expect(server.calls(errorEvent.report)[0]?.body).toMatchObject({
    name: 'TypeError',
    message: 'this page is broken',
    stack: expect.stringMatching(/at BrokenPage[\s\S]*at PageBoundary/),
  })

  const menu = within(screen.getByRole('navigation', { name: '主菜单' }))
  await user.click(menu.getByRole('link', { name: '首页' }))
  await screen.findByRole('heading', { name: '欢迎回来，李敏' })
  await user.click(within(screen.getByRole('navigation', { name: '已打开的页面' })).getByText('线索管理'))
  isBroken = false
  await user.click(await screen.findByRole('button', { name: '重新加载' }))
  expect(await screen.findByText('又好了')).toBeTruthy()
  expect(server.calls(errorEvent.report)).toHaveLength(1)
})
