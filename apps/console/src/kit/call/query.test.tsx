import { push } from '@kabao/contract/push'
import { role } from '@kabao/contract/role'
import { user } from '@kabao/contract/user'
import { act, render, screen, waitFor } from '@testing-library/react'
import { Activity } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import { AnswersProvider, pageReturns, useAnswer, useSend } from './query.ts'

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
