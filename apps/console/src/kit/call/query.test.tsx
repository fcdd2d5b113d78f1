import { role } from '@kabao/contract/access/role'
import { push } from '@kabao/contract/engine/push'
import { user } from '@kabao/contract/users/user'
import { hashKey } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { Activity } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { useMessages } from '../message/message.ts'
import { AnswersProvider, pageReturns, queries, queryKey, useAnswer, useSend } from './query.ts'
import { send } from './send.ts'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(push.page, () => ({
    records: [],
    total: server.calls(push.page).length,
    current: 1,
    size: 20,
  }))
  server.answer(role.page, () => ({ records: [], total: 0, current: 1, size: 20 }))
  server.answer(user.remove, () => null)
})

function Pushes() {
  const { data } = useAnswer(push.page, { body: {} })
  useAnswer(role.page, { body: {} })
  return <p>{`read ${data?.total ?? 'never'}`}</p>
}
function Remove() {
  const { mutate } = useSend(user.remove)
  return (
    <button type="button" onClick={() => mutate({ params: { id: '7' } })}>
      remove
    </button>
  )
}
function Poll() {
  useAnswer(push.page, { body: {} }, { refetchInterval: 30 })
  return null
}
const texts = () => useMessages.getState().shown.map(({ text }) => text)

const Console = ({ isShown }: { isShown: boolean }) => (
  <AnswersProvider>
    <Activity mode={isShown ? 'visible' : 'hidden'}>
      <Pushes />
    </Activity>
    <Remove />
  </AnswersProvider>
)

test('a call refetches the affected data that is on screen, and nothing else', async () => {
  render(<Console isShown />)
  await screen.findByText('read 1')
  screen.getByText('remove').click()
  await screen.findByText('read 2')
  expect(server.calls(role.page)).toHaveLength(1)
})

test('a kept-alive page that another area’s call affected refetches its data when it is shown', async () => {
  const { rerender } = render(<Console isShown />)
  await screen.findByText('read 1')
  rerender(<Console isShown={false} />)
  screen.getByText('remove').click()
  await waitFor(() => expect(server.calls(user.remove)).toHaveLength(1))
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(server.calls(push.page)).toHaveLength(1)
  pageReturns(true)
  rerender(<Console isShown />)
  pageReturns(false)
  await screen.findByText('read 2')
  expect(server.calls(role.page)).toHaveLength(1)
})

test('a failed read of a visible page shows a message, and several with one cause show one message', async () => {
  const refused = () => refusal({ code: '4030', desc: '您没有权限' })
  server.answer(push.page, refused)
  server.answer(role.page, refused)
  render(<Console isShown />)
  await waitFor(() => expect(texts()).toEqual(['您没有权限']))
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(texts()).toEqual(['您没有权限'])
})

test('a read that reaches no handler shows Request Error', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('no', { status: 500 }))
  render(<Console isShown />)
  await waitFor(() => expect(texts()).toEqual(['Request Error']))
})

test('responses to the same call are cached under one key', () => {
  expect(hashKey(queryKey(role.tree))).toBe(hashKey(queryKey(role.tree, {})))
})

test('a failed read of a hidden page shows no message, and neither does a poll that fails again', async () => {
  let failures = 0
  server.answer(push.page, () => {
    failures++
    return refusal({ code: '50000', desc: '服务异常' })
  })
  await queries.prefetchQuery({
    queryKey: ['ahead'],
    queryFn: () => send(push.page, { body: {}, quiet: true }),
  })
  expect(failures).toBe(1)
  expect(texts()).toEqual([])

  render(
    <AnswersProvider>
      <Poll />
    </AnswersProvider>,
  )
  await waitFor(() => expect(texts()).toEqual(['服务异常']))
  useMessages.setState({ shown: [] })
  await waitFor(() => expect(failures).toBeGreaterThan(4))
  expect(texts()).toEqual([])
})
