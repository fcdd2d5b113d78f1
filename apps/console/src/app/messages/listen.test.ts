import { message } from '@kabao/contract/operations/message'
import { beforeEach, expect, test, vi } from 'vitest'
import { beginSession, endSession, queries, queryKey } from '#kit'
import { reloadBy } from '#kit/call/expiry.ts'
import { useMessages } from '#kit/message/message.ts'
import type { ServerEvent } from './events.ts'
import { listenToMessages } from './listen.ts'

let tell: (event: ServerEvent) => void
vi.mock('./share.ts', async (original) => ({
  ...(await original<typeof import('./share.ts')>()),
  shareMessages: (onEvent: typeof tell) => {
    tell = onEvent
  },
}))

const reload = vi.fn()
const texts = () => useMessages.getState().shown.map(({ text }) => text)
beforeEach(() => {
  vi.useFakeTimers()
  reload.mockClear()
  reloadBy(reload)
  beginSession({ token: 'a-token', username: 'li', name: '李敏', mustChangePassword: false })
  listenToMessages(new AbortController().signal)
})

test('the count is the one that the service sends', () => {
  tell({ event: 'unread', data: '{"message":1,"notice":0,"todo":2}' })
  expect(queries.getQueryData(queryKey(message.unread))).toMatchObject({ todo: 2 })
})

test('a session that ended elsewhere is reported once, and the page reloads two seconds later', async () => {
  tell({ event: 'sessionIsOver', data: '' })
  tell({ event: 'sessionIsOver', data: '' })
  expect(texts()).toEqual(['登录已过期，请重新登录'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('after a sign-out nothing is reported', () => {
  endSession()
  tell({ event: 'sessionIsOver', data: '' })
  expect(texts()).toEqual([])
})
