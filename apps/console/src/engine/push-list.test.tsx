import { push } from '@kabao/contract/engine/push'
import { pushPlan } from '@kabao/contract/engine/push-plan'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import PushLists from './push-list.tsx'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  for (const { page } of [push, pushPlan])
    server.answer(page, ({ body }) => ({ records: [], total: 0, current: body.current, size: body.size }))
  server.answer(pushPlan.counts, () => ({
    draft: 0,
    scheduled: 0,
    running: 0,
    paused: 0,
    done: 0,
    cancelled: 0,
  }))
})
const show = (address: string, ...points: string[]) => {
  signIn(...points)
  return renderAt(address, [{ path: '/', Component: PushLists }])
}

test('the tab is in the address, each tab asks for its own list only, and takes no filter of the other', async () => {
  const { user, router } = await show('/?status=rejected', 'push:page', 'pushPlan:page')
  await screen.findByRole('heading', { name: '推送记录' })
  expect(screen.getByRole('link', { name: '推送记录' }).getAttribute('aria-current')).toBe('page')
  expect(server.calls(pushPlan.page)).toEqual([])
  await user.click(screen.getByRole('link', { name: '推送计划' }))
  await screen.findByRole('heading', { name: '推送计划' })
  expect(router.state.location.search).toBe('?tab=plans')
  await waitFor(() => expect(server.calls(pushPlan.page)).toHaveLength(1))
  expect(server.calls(pushPlan.page)[0]?.body).not.toHaveProperty('status')
  expect(screen.queryByRole('heading', { name: '推送记录' })).toBeNull()
  await user.click(screen.getByRole('link', { name: '推送记录' }))
  await screen.findByRole('heading', { name: '推送记录' })
  expect(router.state.location.search).toBe('')
})

test.each([
  ['push:page', '推送记录', '/?tab=plans&open=11', ''],
  ['pushPlan:page', '推送计划', '/?open=11', '?tab=plans'],
])(
  'with %s alone there is only its list, and no details of the other',
  async (point, title, address, search) => {
    const { router } = await show(address, point)
    await screen.findByRole('heading', { name: title })
    expect(router.state.location.search).toBe(search)
    expect(screen.queryByRole('link', { name: /^推送/ })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)
