import { exportTask } from '@kabao/contract/operations/export-task'
import { blacklist } from '@kabao/contract/users/blacklist'
import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { AnswersProvider, useAnswer } from '#kit'
import { fakeServer } from '#test/fake-server.ts'
import { type FollowedChanges, followChanges } from './changes.ts'

let server: ReturnType<typeof fakeServer>
let changes: FollowedChanges
let isHidden = false
let total = 0
beforeEach(() => {
  isHidden = false
  total = 0
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  server = fakeServer()
  server.answer(blacklist.page, () => ({ records: [], total: ++total, current: 1, size: 20 }))
  server.answer(exportTask.mine, () => ({ records: [], total: 0, current: 1, size: 20 }))
})

function Page() {
  const { data } = useAnswer(blacklist.page, { body: {} })
  useAnswer(exportTask.mine, { body: {} })
  return <p>{`${data?.total ?? 'no'} rows`}</p>
}

async function show() {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  render(
    <AnswersProvider>
      <Page />
    </AnswersProvider>,
  )
  await screen.findByText('1 rows')
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  changes = followChanges(stop.signal)
}
const reads = () => server.calls(blacklist.page).length
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('visible data is fetched again shortly after a change elsewhere', async () => {
  await show()
  changes.changed(['blacklist'])
  await pass(600)
  expect(screen.getByText('2 rows')).toBeDefined()
  expect(reads()).toBe(2)
})

test('a change in another area triggers no request, and lists of one’s own data ignore changes of others', async () => {
  await show()
  changes.changed(['user', 'exportTask'])
  await pass(4_000)
  expect(reads()).toBe(1)
  expect(server.calls(exportTask.mine)).toHaveLength(1)
})

test('if the changed area is unknown, all shared data is fetched again', async () => {
  await show()
  changes.changed(null)
  await pass(600)
  expect(reads()).toBe(2)
  expect(server.calls(exportTask.mine)).toHaveLength(1)
})

test('frequent changes are fetched only every few seconds, and the last change is always fetched', async () => {
  await show()
  for (let at = 0; at < 10; at++) {
    changes.changed(['blacklist'])
    await pass(700)
  }
  expect(reads()).toBeGreaterThan(2)
  expect(reads()).toBeLessThanOrEqual(4)
  changes.changed(['blacklist'])
  const before = reads()
  await pass(4_000)
  expect(reads()).toBe(before + 1)
})

test('nothing is fetched while a form is open; the fetch follows once it is closed', async () => {
  await show()
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  dialog.innerHTML = '<form><input /></form>'
  document.body.append(dialog)
  onTestFinished(() => dialog.remove())
  changes.changed(['blacklist'])
  await pass(20_000)
  expect(reads()).toBe(1)
  dialog.remove()
  await pass(600)
  expect(reads()).toBe(2)
})

test.each(['<div role="menu"></div>', '<div role="alertdialog"></div>', '<div role="listbox"></div>'])(
  'nothing is fetched under %s; a hidden one does not delay the fetch',
  async (html) => {
    await show()
    const open = document.createElement('div')
    open.innerHTML = html
    document.body.append(open)
    onTestFinished(() => open.remove())
    changes.changed(['blacklist'])
    await pass(5_000)
    expect(reads()).toBe(1)
    open.style.display = 'none'
    await pass(600)
    expect(reads()).toBe(2)
  },
)

test('a hidden window fetches when it becomes visible again', async () => {
  await show()
  isHidden = true
  changes.changed(['blacklist'])
  await pass(20_000)
  expect(reads()).toBe(1)
  isHidden = false
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(600)
  expect(reads()).toBe(2)
})

test('a request that started before the change is repeated', async () => {
  await show()
  let answer = () => {}
  server.answer(blacklist.page, () => {
    const seen = total
    return new Promise((resolve) => {
      answer = () => resolve({ records: [], total: seen, current: 1, size: 20 })
    })
  })
  changes.changed(['blacklist'])
  await pass(600)
  expect(reads()).toBe(2)
  total = 9
  changes.changed(['blacklist'])
  answer()
  await pass(100)
  expect(screen.getByText('1 rows')).toBeDefined()
  await pass(3_600)
  answer()
  await pass(0)
  await vi.waitFor(() => expect(screen.getByText('9 rows')).toBeDefined())
})

test('a change from before the request is in its answer, and is not fetched again', async () => {
  await show()
  await pass(1_000)
  changes.changed(['blacklist'], 10_000)
  await pass(4_000)
  expect(reads()).toBe(1)
  changes.changed(null, 3_000)
  await pass(600)
  expect(reads()).toBe(2)
})

test('a request under way that was sent after the change is not repeated', async () => {
  await show()
  let answer = () => {}
  server.answer(
    blacklist.page,
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ records: [], total: 5, current: 1, size: 20 })
      }),
  )
  await pass(3_000)
  changes.changed(['blacklist'])
  await pass(1_600)
  expect(reads()).toBe(2)
  changes.changed(['blacklist'], 2_500)
  await pass(4_000)
  expect(reads()).toBe(2)
  answer()
  await pass(0)
  expect(screen.getByText('5 rows')).toBeDefined()
})

test('after a reconnect, data fetched shortly before is kept, and older data is fetched again', async () => {
  await show()
  changes.heardAgain()
  await pass(5_000)
  expect(reads()).toBe(1)
  await pass(6_000)
  changes.heardAgain()
  await pass(600)
  expect(reads()).toBe(2)
})

test('nothing is fetched after the abort signal', async () => {
  vi.useRealTimers()
  const stop = new AbortController()
  render(
    <AnswersProvider>
      <Page />
    </AnswersProvider>,
  )
  await waitFor(() => expect(reads()).toBe(1))
  const followed = followChanges(stop.signal)
  followed.changed(['blacklist'])
  stop.abort()
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(reads()).toBe(1)
})
