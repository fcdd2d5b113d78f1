import { savedView } from '@kabao/contract/operations/saved-view'
import { type UserRow, user } from '@kabao/contract/users/user'
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Column, DataTable, FilterBar, Pager, SelectField, TextFilter, useList } from '#kit'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import { userRow } from '#test/user-row.ts'

const columns: Column<UserRow>[] = [
  { key: 'id', title: '编号' },
  { key: 'name', title: '姓名' },
]
const row = userRow({ flow: 'uv' })
/** Two lists of the same endpoint. */
const endpoint = { ...user.page, lists: ['user', 'userUv'] }

function All() {
  const { list, filters } = useList(endpoint)
  return (
    <>
      <FilterBar filters={filters}>
        <SelectField label="流程" options={[{ value: 'uv', label: 'UV' }]} {...filters.filter('flow')} />
      </FilterBar>
      <DataTable list={list} columns={columns} label="用户" />
      <Pager list={list} />
    </>
  )
}
function Uv() {
  const { list, filters } = useList(endpoint, { name: 'userUv', fixed: { flow: 'uv' }, formerly: 'uvUser' })
  return (
    <>
      <FilterBar filters={filters}>
        <TextFilter label="姓名" {...filters.filter('name')} />
      </FilterBar>
      <DataTable list={list} columns={columns} label="UV 用户" />
      <Pager list={list} />
    </>
  )
}
const show = (address: string) =>
  renderAt(address, [
    { path: '/all', Component: All },
    { path: '/uv', Component: Uv },
  ])

let server: ReturnType<typeof fakeServer>
beforeAll(
  () => Promise.all([import('../saved-view/view-panel.tsx'), import('../saved-view/view-dialog.tsx')]),
  60_000,
)
beforeEach(() => {
  signIn('user:page')
  server = fakeServer()
  server.answer(user.page, ({ body: { current, size } }) => ({ records: [row], total: 60, current, size }))
  server.answer(savedView.list, () => ({ views: [], mayShare: false }))
})
const asked = () => server.calls(user.page).at(-1)?.body
const hide = (column: string) =>
  JSON.stringify({ version: 1, order: ['id', 'name'], hidden: [column], widths: {}, density: 'normal' })
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)

test('two lists of one endpoint have their own columns and page size', async () => {
  localStorage.setItem('kabao.table.user', hide('id'))
  localStorage.setItem('kabao.size.user', '50')
  localStorage.setItem('kabao.size.userUv', '100')
  const { unmount } = await show('/all')
  await waitFor(() => expect(asked()).toMatchObject({ size: 50 }))
  expect(heads()).toEqual(['姓名'])
  unmount()
  await show('/uv')
  await waitFor(() => expect(asked()).toMatchObject({ size: 100 }))
  expect(heads()).toEqual(['编号', '姓名'])
})

test('settings stored under a former name are read until something is stored under the new name', async () => {
  localStorage.setItem('kabao.table.uvUser', hide('name'))
  localStorage.setItem('kabao.size.uvUser', '50')
  const { user: person } = await show('/uv')
  await waitFor(() => expect(asked()).toMatchObject({ size: 50 }))
  expect(heads()).toEqual(['编号'])
  await person.selectOptions(await screen.findByLabelText('每页条数'), '100')
  await waitFor(() => expect(asked()).toMatchObject({ size: 100 }))
  expect(localStorage.getItem('kabao.size.userUv')).toBe('100')
  expect(localStorage.getItem('kabao.size.uvUser')).toBe('50')
})

test('a fixed filter always applies: the address cannot change it, and the filters of the reader do not include it', async () => {
  await show('/uv?flow=full&name=王')
  await waitFor(() => expect(asked()).toMatchObject({ flow: 'uv', name: '王' }))
  expect(server.calls(user.page)).toHaveLength(1)
})

test('the views of a list are requested by the name of the list', async () => {
  const { user: person } = await show('/uv')
  await waitFor(() => expect(asked()).toMatchObject({ flow: 'uv' }))
  await person.click(screen.getByRole('button', { name: /^视图/ }))
  await waitFor(() => expect(server.calls(savedView.list)).toMatchObject([{ query: { list: 'userUv' } }]))
})
