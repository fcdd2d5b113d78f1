import { type UserRow, user } from '@kabao/contract/users/user'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Column, DataTable, queries, useList, useSend } from '#kit'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import { userRow } from '#test/user-row.ts'
import { readAgain } from '../call/query.ts'
import { useSteady } from './use-steady.ts'

const columns: Column<UserRow>[] = [
  { key: 'id', title: '编号' },
  { key: 'name', title: '姓名' },
]

function Page() {
  const { list } = useList(user.page)
  const { mutate } = useSend(user.remove)
  return (
    <>
      <button type="button" onClick={() => mutate({ params: { id: '1' } })}>
        act
      </button>
      <DataTable list={list} columns={columns} label="用户" />
    </>
  )
}

let server: ReturnType<typeof fakeServer>
let people: Record<string, string>
beforeEach(() => {
  signIn('user:page')
  people = { 1: '李一', 2: '李二', 3: '李三' }
  server = fakeServer()
  server.answer(user.remove, () => null)
  server.answer(user.page, ({ body: { current, size } }) => ({
    records: Object.entries(people)
      .map(([id, name]) => userRow({ id, name }))
      .reverse(),
    total: Object.keys(people).length,
    current,
    size,
  }))
})

const show = (address = '/') => renderAt(address, [{ path: '/', Component: Page }])
const names = () =>
  [...document.querySelectorAll('tbody tr[data-index] td:nth-child(2)')].map((cell) => cell.textContent)
/** As after a change by another administrator. */
async function changeElsewhere(changed: Record<string, string>) {
  people = changed
  const calls = server.calls(user.page).length
  act(() => readAgain(queries.getQueryCache().findAll({ queryKey: [user.page.area] })))
  await waitFor(() => expect(server.calls(user.page)).toHaveLength(calls + 1))
}

test('new rows wait until they are shown, and what changed of the shown ones changes in its place', async () => {
  const { user: person } = await show()
  await screen.findByText('李三')
  await changeElsewhere({ ...people, 2: '李贰', 4: '李四', 5: '李五' })
  await screen.findByText('李贰')
  expect(names()).toEqual(['李三', '李贰', '李一'])
  await changeElsewhere({ ...people, 6: '李六' })
  await person.click(await screen.findByRole('button', { name: '3 条新记录' }))
  expect(names()).toEqual(['李六', '李五', '李四', '李三', '李贰', '李一'])
  expect(screen.queryByRole('button', { name: /新记录/ })).toBeNull()
  expect(document.activeElement?.textContent).toContain('李六')
})

test('a row that is gone stays until the reader looks', async () => {
  const { user: person } = await show()
  await screen.findByText('李三')
  await changeElsewhere({ 1: '李一', 3: '李三' })
  await person.click(await screen.findByRole('button', { name: '列表有变化，点此查看' }))
  expect(names()).toEqual(['李三', '李一'])
})

test('on another page than the first, nothing is said to be new', async () => {
  await show('/?current=2')
  await screen.findByText('李三')
  await changeElsewhere({ ...people, 4: '李四' })
  await screen.findByRole('button', { name: '列表有变化，点此查看' })
  expect(names()).toEqual(['李三', '李二', '李一'])
})

test('a list without rows shows the first ones at once', async () => {
  people = {}
  await show()
  await screen.findByText('这里还没有内容')
  await changeElsewhere({ 1: '李一' })
  await screen.findByText('李一')
  expect(screen.queryByRole('button', { name: /新记录/ })).toBeNull()
})

test('what the reader did, and what they refresh, is shown at once', async () => {
  const { user: person } = await show()
  await screen.findByText('李三')
  people = { 2: '李二', 3: '李三', 4: '李四' }
  await person.click(screen.getByRole('button', { name: 'act' }))
  await screen.findByText('李四')
  expect(names()).toEqual(['李四', '李三', '李二'])
  await changeElsewhere({ ...people, 5: '李五' })
  await screen.findByRole('button', { name: '1 条新记录' })
  await person.click(screen.getByRole('button', { name: '刷新' }))
  await screen.findByText('李五')
  expect(screen.queryByRole('button', { name: /新记录/ })).toBeNull()
})

test('what the reader refreshes while a change of others is read is shown at once', async () => {
  const { user: person } = await show()
  await screen.findByText('李三')
  const answers: (() => void)[] = []
  server.answer(user.page, async ({ body: { current, size } }) => {
    await new Promise<void>((resolve) => answers.push(resolve))
    return {
      records: [4, 3, 2, 1].map((id) => userRow({ id: String(id), name: `第 ${id} 人` })),
      total: 4,
      current,
      size,
    }
  })
  await changeElsewhere(people)
  await person.click(screen.getByRole('button', { name: '刷新' }))
  for (const answer of answers) answer()
  await screen.findByText('第 4 人')
  expect(names()).toEqual(['第 4 人', '第 3 人', '第 2 人', '第 1 人'])
  expect(screen.queryByRole('button', { name: /新记录/ })).toBeNull()
})

test("what the reader did is shown although a read of others' changes begins before it is drawn", async () => {
  const { user: person } = await show()
  await screen.findByText('李三')
  people = { 2: '李二', 3: '李三', 4: '李四' }
  const stop = queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    stop()
    act(() => readAgain([event.query]))
  })
  await person.click(screen.getByRole('button', { name: 'act' }))
  await screen.findByText('李四')
  expect(names()).toEqual(['李四', '李三', '李二'])
})

test('what waits is shown when the reader asks and gets the same answer', () => {
  const request = { of: {}, isFirstPage: true }
  const records = [{ id: '1' }]
  const newer = [{ id: '2' }, { id: '1' }]
  const { result, rerender } = renderHook(useSteady<{ id: string }>, {
    initialProps: { ...request, records, own: 1 },
  })
  rerender({ ...request, records: newer, own: 1 })
  expect(result.current).toMatchObject({ rows: records, waiting: { count: 1 } })
  rerender({ ...request, records: newer, own: 2 })
  expect(result.current).toMatchObject({ rows: newer, waiting: null })
})
