import { session } from '@kabao/contract/access/session'
import { home } from '@kabao/contract/statistics/home'
import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { AnswersProvider, doubtConnection, KitProvider, useAnswer } from '#kit'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { signIn } from '#test/render.tsx'
import { ConnectionLine } from './connection-line.tsx'

const lost = '连接已断开，正在重试…'
const me = {
  id: '1',
  username: 'li',
  name: '李敏',
  roles: [],
  mustChangePassword: false,
  hasDefaultPassword: false,
}

let server: ReturnType<typeof fakeServer>
let isAway: boolean
const unlessAway =
  <T,>(answer: T) =>
  () => {
    if (isAway) throw new TypeError('Failed to fetch')
    return answer
  }

beforeEach(() => {
  signIn()
  isAway = false
  server = fakeServer()
  server.answer(session.me, unlessAway(me))
  server.answer(home.more, unlessAway(nothing))
})

const nothing = { plans: null, channels: null, orgs: null, errors: null }
function Waiting() {
  const { data } = useAnswer(home.more)
  return <p>{data ? 'read' : 'not read'}</p>
}
const show = () =>
  render(
    <KitProvider>
      <AnswersProvider>
        <Waiting />
        <ConnectionLine />
      </AnswersProvider>
    </KitProvider>,
  )

test('while the service is away a line says so, politely; when it is back, what failed is read again', async () => {
  isAway = true
  show()
  const line = await screen.findByText(lost)
  expect(line.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite')
  await waitFor(() => expect(server.calls(session.me).length).toBeGreaterThan(1))
  expect(screen.getByText(lost)).toBe(line)
  isAway = false
  await screen.findByText('read')
  expect(screen.queryByText(lost)).toBeNull()
})

test('a lost network shows the line at once, and its return ends it', async () => {
  show()
  await screen.findByText('read')
  isAway = true
  act(() => void window.dispatchEvent(new Event('offline')))
  await screen.findByText(lost)
  isAway = false
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText(lost)).toBeNull())
})

test('a call that fails alone shows no line, and neither does a refusal', async () => {
  server.answer(home.more, () => {
    throw new TypeError('Failed to fetch')
  })
  show()
  await waitFor(() => expect(server.calls(session.me)).toHaveLength(1))
  server.answer(session.me, () => refusal({ code: '50000', desc: '服务异常' }))
  act(doubtConnection)
  await waitFor(() => expect(server.calls(session.me)).toHaveLength(2))
  await act(() => Promise.resolve())
  expect(screen.queryByText(lost)).toBeNull()
})

test('after the frame is left, nothing asks the service', async () => {
  isAway = true
  const { unmount } = show()
  await screen.findByText(lost)
  unmount()
  vi.useFakeTimers()
  const asked = server.calls(session.me).length
  doubtConnection()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.calls(session.me)).toHaveLength(asked)
})
