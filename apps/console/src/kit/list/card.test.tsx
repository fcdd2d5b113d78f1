import { type UserRow, user } from '@kabao/contract/users/user'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Badge, type Column, DataTable, Pager, useList, useSelection } from '#kit'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import { userRow } from '#test/user-row.ts'
import { cardPlaces } from './card.ts'

const columns: Column<UserRow>[] = [
  { key: 'name', title: '姓名', width: 90 },
  { key: 'id', title: '编号', isSticky: true },
  { key: 'status', title: '状态', render: ({ status }) => <Badge color="gray">{status}</Badge> },
  { key: 'age', title: '年龄', width: 64 },
  { key: 'cityName', title: '所在地', width: 220 },
  { key: 'channelName', title: '渠道', width: 220 },
  { key: 'createdAt', title: '注册时间', width: 220 },
  { key: 'phone', title: '手机', width: 220 },
  { key: 'gender', title: '性别', isOptional: true },
]

const opened = vi.fn()
const edited = vi.fn()
const removed = vi.fn()

function Page() {
  const { list, filters } = useList(user.page)
  const selection = useSelection(filters)
  return (
    <>
      <DataTable
        list={list}
        columns={columns}
        label="用户"
        selection={selection}
        onOpen={opened}
        actions={(row) => [
          { key: 'edit', label: '编辑', onSelect: () => edited(row.id) },
          { key: 'remove', label: '删除', onSelect: () => removed(row.id), isDanger: true },
        ]}
      >
        已选 {selection.ids.length} 条
      </DataTable>
      <Pager list={list} />
    </>
  )
}

const show = async (address = '/') => {
  const shown = await renderAt(address, [{ path: '/', Component: Page }])
  await screen.findByText('李1')
  return shown
}
const card = (at: number) => screen.getAllByRole('row')[at] as HTMLElement
const cells = (at: number) =>
  within(card(at))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
/** Makes the window as narrow as a phone, or wide again. */
const narrow = (isNarrow: boolean) => {
  narrowNow = isNarrow
  act(() => {
    for (const query of queries) query.dispatchEvent(new Event('change'))
  })
}
let queries: EventTarget[]
let narrowNow: boolean
let server: ReturnType<typeof fakeServer>

// Lazy parts are loaded up front, because loading them during a test may exceed its timeout on a slow machine.
beforeAll(() => Promise.all([import('./card-bar.tsx'), import('./row-menu.tsx')]), 30_000)

beforeEach(() => {
  signIn('user:page')
  queries = []
  narrowNow = true
  const usual = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    if (query !== '(max-width: 576px)') return usual(query)
    const made = Object.assign(new EventTarget(), { matches: narrowNow, media: query })
    queries.push(made)
    return made as unknown as MediaQueryList
  })
  for (const each of [opened, edited, removed]) each.mockReset()
  server = fakeServer()
  server.answer(user.page, ({ body: { current, size } }) => ({
    records: [1, 2, 3].map((id) =>
      userRow({ id: String(id), name: `李${id}`, age: 30, cityName: '深圳', channelName: '自有' }),
    ),
    total: 3,
    current,
    size,
  }))
})

test('a row is a card: title, state, menu, then labeled values in the order of the columns', async () => {
  await show()
  const table = screen.getByRole('table', { name: '用户' })
  expect(table.getAttribute('aria-rowcount')).toBe('3')
  expect(within(table).queryByRole('columnheader')).toBeNull()
  expect(card(0).getAttribute('aria-rowindex')).toBe('1')
  const [select, title, state, menu, ...values] = cells(0)
  expect([select, title, menu]).toEqual(['', '1', ''])
  expect(state).toBe(userRow({}).status)
  // Two short values share a line; the fifth line does not exist.
  expect(values.slice(0, 4)).toEqual(['姓名：李1', '年龄：30', '所在地：深圳', '渠道：自有'])
  expect(values[4]).toMatch(/^注册时间：/)
  expect(values).toHaveLength(5)
})

test('a column that is always on a card takes the place of the last ones that fit', () => {
  const place = (key: string, isOnCard = false) => ({
    key,
    width: 220,
    pin: undefined,
    offset: 0,
    isEdge: false,
    isFree: true,
    grows: false,
    column: { key: `_${key}` as const, title: key, isOnCard },
  })
  const keys = (...last: ReturnType<typeof place>[]) =>
    cardPlaces([...['title', 'a', 'b', 'c', 'd', 'e'].map((key) => place(key)), ...last]).map(
      ({ key }) => key,
    )
  expect(keys()).toEqual(['title', 'a', 'b', 'c', 'd'])
  expect(keys(place('closing', true))).toEqual(['title', 'a', 'b', 'c', 'closing'])
})

test('the column settings decide which values a card has', async () => {
  const { user: person } = await show()
  await person.click(screen.getByRole('button', { name: '列设置' }))
  await person.click(await screen.findByRole('checkbox', { name: '所在地' }))
  await waitFor(() => expect(cells(0).join()).not.toContain('所在地'))
  expect(cells(0).at(-1)).toMatch(/^手机：/)
})

test('a tap opens the details; arrow keys move between cards, Enter opens one, Space selects it', async () => {
  const { user: person } = await show()
  await person.click(screen.getByText('李2'))
  expect(opened.mock.lastCall?.[0]).toMatchObject({ id: '2' })
  card(1).focus()
  await person.keyboard('{ArrowDown}')
  await waitFor(() => expect(document.activeElement).toBe(card(2)))
  expect([0, 1, 2].map((at) => card(at).tabIndex)).toEqual([-1, -1, 0])
  await person.keyboard('{Enter}')
  expect(opened.mock.lastCall?.[0]).toMatchObject({ id: '3' })
  await person.keyboard(' ')
  await screen.findByText('已选 1 条')
})

test('the menu of a card has all actions', async () => {
  const { user: person } = await show()
  await person.click(within(card(1)).getByRole('button', { name: '更多操作' }))
  const items = await screen.findAllByRole('menuitem', { hidden: true })
  expect(items.map(({ textContent }) => textContent)).toEqual(['编辑', '删除'])
  await person.click(items[0] as HTMLElement)
  expect(edited).toHaveBeenCalledWith('2')
  expect(opened).not.toHaveBeenCalled()
})

test('cards are selected one by one, or all of the page', async () => {
  const { user: person } = await show()
  await person.click(screen.getByRole('checkbox', { name: '选择第 2 行' }))
  await screen.findByText('已选 1 条')
  expect(opened).not.toHaveBeenCalled()
  await person.click(await screen.findByRole('checkbox', { name: '选择本页全部' }))
  await screen.findByText('已选 3 条')
})

test('the order is chosen above the cards', async () => {
  const { user: person } = await show()
  const order = await screen.findByRole('combobox', { name: '排序' })
  await person.selectOptions(order, '注册时间 ↑')
  await waitFor(() => expect(server.calls(user.page).at(-1)?.body).toMatchObject({ sort: 'createdAt' }))
  expect((order as HTMLSelectElement).value).toBe('createdAt')
})

test('a window that becomes wide shows the table', async () => {
  await show()
  narrow(false)
  await screen.findAllByRole('columnheader')
  expect(screen.queryByRole('combobox', { name: '排序' })).toBeNull()
  narrow(true)
  await waitFor(() => expect(screen.queryByRole('columnheader')).toBeNull())
})
