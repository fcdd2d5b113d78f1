import { codes } from '@kabao/contract/kernel/envelope'
import { type SavedView, savedView } from '@kabao/contract/operations/saved-view'
import { type UserRow, user } from '@kabao/contract/users/user'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Column, DataTable, FilterBar, Pager, TextFilter, useList } from '#kit'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import { useMessages } from '../message/message.ts'

const columns: Column<UserRow>[] = [
  { key: 'id', title: '编号' },
  { key: 'name', title: '姓名' },
  { key: 'phone', title: '手机号', isOptional: true },
]
function Page() {
  const { list, filters } = useList(user.page)
  return (
    <>
      <FilterBar filters={filters}>
        <TextFilter label="姓名" {...filters.filter('name')} />
        <TextFilter label="手机" {...filters.filter('phone')} />
      </FilterBar>
      <DataTable list={list} columns={columns} label="用户" />
      <Pager list={list} />
    </>
  )
}
const show = (address = '/') => renderAt(address, [{ path: '/', Component: Page }])

const plain = { order: [], hidden: [], widths: {}, density: 'normal' as const }
const view = (more: Partial<SavedView> = {}): SavedView => ({
  id: '7',
  list: 'user',
  name: '姓王的',
  roleId: null,
  roleName: null,
  ownerName: '李敏',
  isMine: true,
  isManageable: true,
  filters: { name: '王' },
  sort: 'createdAt',
  columns: { ...plain, order: ['name', 'id', 'phone'], hidden: ['id'] },
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
  version: 1,
  ...more,
})

let server: ReturnType<typeof fakeServer>
let views: SavedView[]
let mayShare: boolean
// Loads the lazy parts before the tests: on a slow machine they would otherwise seem to be missing.
beforeAll(async () => {
  await Promise.all([
    import('./view-panel.tsx'),
    import('./view-name.tsx'),
    import('./view-dialog.tsx'),
    import('../list/column-settings.tsx'),
    import('../form/confirm-dialog.tsx'),
  ])
}, 60_000)
beforeEach(() => {
  signIn('user:page')
  views = [view()]
  mayShare = false
  server = fakeServer()
  server.answer(user.page, ({ body: { current, size } }) => ({
    records: [],
    total: 0,
    current,
    size,
  }))
  const find = (id: string) =>
    views.find((each) => each.id === id) ?? refusal({ code: codes.notFound, desc: '内容不存在' })
  server.answer(savedView.list, () => ({ views, mayShare }))
  server.answer(savedView.get, ({ params }) => find(params.id))
  server.answer(savedView.roles, () => [{ id: '3', name: '客服' }])
  server.answer(savedView.create, ({ body }) => {
    const made = view({ ...body, id: '8' })
    views = [...views, made]
    return made
  })
  server.answer(savedView.update, ({ body: { version, ...changes } }) => {
    const changed = { ...(views[0] ?? view()), ...changes, version: version + 1 } as SavedView
    views = [changed]
    return changed
  })
  server.answer(savedView.remove, () => {
    views = []
    return null
  })
})
const listBodies = () => server.calls(user.page).map(({ body }) => body)
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)
const button = () => screen.getByRole('button', { name: /^视图/ })
const named = (name: string) =>
  screen.findByRole('button', { name: new RegExp(`^${name.split(' ').join('\\s*')}$`) })
const said = () => useMessages.getState().shown.map(({ text }) => text)

test('a list requests no views until the reader opens the panel', async () => {
  const { user: person } = await show()
  await waitFor(() => expect(listBodies()).toHaveLength(1))
  expect(server.calls(savedView.list)).toEqual([])
  await person.click(button())
  await screen.findByRole('button', { name: '姓王的' })
  expect(server.calls(savedView.get)).toEqual([])
})

test('the address of a view opens it with one call of the list, with its filters, sort and columns', async () => {
  const { router } = await show('/?view=7')
  await named('视图 姓王的')
  await waitFor(() => expect(heads()).toEqual(['姓名', '手机号']))
  await waitFor(() => expect(listBodies()).toEqual([{ current: 1, size: 20, sort: 'createdAt', name: '王' }]))
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    view: '7',
    name: '王',
    sort: 'createdAt',
  })
  expect(screen.getByRole('textbox', { name: '姓名' })).toHaveProperty('value', '王')
})

test('an address with filters of its own is shown with these, and the difference is marked', async () => {
  await show('/?view=7&name=李')
  await named('视图 姓王的 （已更改）')
  expect(listBodies()).toEqual([{ current: 1, size: 20, sort: '-createdAt', name: '李' }])
  expect(heads()).toEqual(['姓名', '手机号'])
})

test('a missing view and a view of another list show an error, and the list is shown without a view', async () => {
  views = [view({ list: 'blacklist' })]
  const { router } = await show('/?view=7')
  await waitFor(() => expect(said()).toEqual(['这个视图不存在，或没有共享给您。']))
  await waitFor(() => expect(listBodies()).toEqual([{ current: 1, size: 20, sort: '-createdAt' }]))
  expect(router.state.location.search).toBe('')
})

test('an invalid view id is ignored', async () => {
  await show('/?view=%00')
  await waitFor(() => expect(listBodies()).toHaveLength(1))
  expect(server.calls(savedView.get)).toEqual([])
})

test('the parts of a view that the list no longer accepts are left out, and a message says so', async () => {
  views = [view({ filters: { name: '王', gone: 'x', status: 'no more', current: 5 }, sort: '-gone' })]
  await show('/?view=7')
  await waitFor(() =>
    expect(listBodies()).toEqual([{ current: 1, size: 20, sort: '-createdAt', name: '王' }]),
  )
  expect(said()).toEqual(['视图“姓王的”里有 4 项已不适用，没有使用。'])
  await named('视图 姓王的')
})

test("the reader's changes are marked, and can be undone or saved to the view", async () => {
  const { user: person } = await show('/?view=7')
  await named('视图 姓王的')
  // The view is applied once the field has its value.
  await screen.findByDisplayValue('王')
  await person.clear(screen.getByRole('textbox', { name: '姓名' }))
  await person.type(screen.getByRole('textbox', { name: '姓名' }), '赵{Enter}')
  await person.click(await named('视图 姓王的 （已更改）'))
  await person.click(await named('还原更改'))
  await named('视图 姓王的')
  expect(screen.getByRole('textbox', { name: '姓名' })).toHaveProperty('value', '王')

  await person.click(screen.getByRole('button', { name: '列设置' }))
  await person.click(await screen.findByRole('checkbox', { name: '编号' }))
  await person.keyboard('{Escape}')
  await person.click(await named('视图 姓王的 （已更改）'))
  await person.click(await named('更新“姓王的”'))
  await named('视图 姓王的')
  expect(server.calls(savedView.update).map(({ body }) => body)).toEqual([
    {
      id: '7',
      version: 1,
      filters: { name: '王' },
      sort: 'createdAt',
      columns: { ...plain, order: ['name', 'id', 'phone'] },
    },
  ])
})

test('a view that was just changed can be changed again before it is fetched again', async () => {
  const { user: person } = await show('/?view=7&name=李')
  await person.click(await named('视图 姓王的 （已更改）'))
  await screen.findByRole('button', { name: '编辑“姓王的”' })
  const never = new Promise<never>(() => undefined)
  for (const endpoint of [savedView.get, savedView.list] as const) server.answer(endpoint, () => never)
  await person.click(await named('更新“姓王的”'))
  await named('视图 姓王的')
  await person.click(button())
  await person.click(await named('编辑“姓王的”'))
  const dialog = await screen.findByRole('dialog', { name: '编辑视图' })
  await person.type(within(dialog).getByLabelText(/^名称/), '和李{Enter}')
  await named('视图 姓王的和李')
  expect(server.calls(savedView.update).map(({ body: { version } }) => version)).toEqual([1, 2])
})

test('the link of a view holds the list and the view, and nothing else of the address', async () => {
  const { user: person } = await show('/?view=7&name=李')
  await person.click(await named('视图 姓王的 （已更改）'))
  await person.click(await named('复制“姓王的”的链接'))
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/?view=7`)
})

test("the reader's own columns return when the reader leaves a view", async () => {
  const { user: person, router } = await show()
  await waitFor(() => expect(heads()).toEqual(['编号', '姓名']))
  await person.click(button())
  await person.click(await named('姓王的'))
  await waitFor(() => expect(heads()).toEqual(['姓名', '手机号']))
  await person.click(button())
  await person.click(await named('默认列表'))
  await waitFor(() => expect(heads()).toEqual(['编号', '姓名']))
  expect(router.state.location.search).toBe('')
  await router.navigate(-1)
  await named('视图 姓王的')
  await waitFor(() => expect(heads()).toEqual(['姓名', '手机号']))
})

test('the list can be saved as a view; a whole number of a person is left out, and a message says so', async () => {
  const { user: person, router } = await show('/?name=李')
  await person.type(await screen.findByRole('textbox', { name: '手机' }), '13812345678{Enter}')
  await waitFor(() => expect(listBodies().at(-1)).toMatchObject({ phone: '13812345678' }))
  await person.click(button())
  await person.click(await named('另存为视图…'))
  const dialog = await screen.findByRole('dialog', { name: '保存为视图' })
  within(dialog).getByText('完整的手机号或身份证号不会保存在视图里。')
  expect(within(dialog).queryByText('共享给')).toBeNull()
  await person.type(within(dialog).getByRole('textbox', { name: '名称' }), '李先生{Enter}')
  await named('视图 李先生')
  expect(server.calls(savedView.create).map(({ body }) => body)).toEqual([
    {
      list: 'user',
      name: '李先生',
      roleId: null,
      filters: { name: '李' },
      sort: '-createdAt',
      columns: plain,
    },
  ])
  expect(new URLSearchParams(router.state.location.search).get('view')).toBe('8')
  expect(screen.getByRole('textbox', { name: '手机' })).toHaveProperty('value', '')
})

test('a name that is already used is shown at its field, and the typed values stay', async () => {
  server.answer(savedView.create, () =>
    refusal({ code: codes.conflict, desc: '冲突', fields: { name: '该值已存在' } }),
  )
  const { user: person } = await show()
  await person.click(button())
  await person.click(await named('另存为视图…'))
  const dialog = await screen.findByRole('dialog', { name: '保存为视图' })
  await person.type(within(dialog).getByRole('textbox', { name: '名称' }), '姓王的{Enter}')
  await within(dialog).findByText('该值已存在')
  expect(within(dialog).getByRole('textbox', { name: '名称' })).toHaveProperty('value', '姓王的')
})

test('an administrator who may share chooses a role; one who may not sees no such field', async () => {
  mayShare = true
  const { user: person } = await show()
  await person.click(button())
  await person.click(await named('编辑“姓王的”'))
  const dialog = await screen.findByRole('dialog', { name: '编辑视图' })
  await person.click(await within(dialog).findByRole('combobox', { name: '共享给' }))
  await person.click(await screen.findByRole('option', { name: '客服' }))
  await person.click(within(dialog).getByRole('button', { name: '保存' }))
  await waitFor(() =>
    expect(server.calls(savedView.update).map(({ body }) => body)).toEqual([
      { id: '7', version: 1, name: '姓王的', roleId: '3' },
    ]),
  )
})

test('a view that somebody else shared can be opened and copied, but changed only by those who may', async () => {
  views = [view({ isMine: false, isManageable: false, roleId: '3', roleName: '客服', ownerName: '王五' })]
  const { user: person } = await show('/?view=7&name=李')
  await person.click(await named('视图 姓王的 （已更改）'))
  const panel = await screen.findByRole('dialog')
  await within(panel).findByText('王五 · 客服')
  within(panel).getByRole('button', { name: '复制“姓王的”的链接' })
  within(panel).getByRole('button', { name: '还原更改' })
  for (const name of [/^修改/, /^删除/, /^更新/])
    expect(within(panel).queryByRole('button', { name })).toBeNull()
})

test('deleting a view asks first; the list stays as it is shown, without a view', async () => {
  const { user: person, router } = await show('/?view=7')
  await person.click(await named('视图 姓王的'))
  await person.click(await named('删除“姓王的”'))
  const question = await screen.findByRole('alertdialog')
  expect(server.calls(savedView.remove)).toEqual([])
  await person.click(within(question).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(button().textContent).toBe(''))
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    name: '王',
    sort: 'createdAt',
  })
  expect(localStorage.getItem('kabao.table.user@7')).toBeNull()
  expect(said()).toEqual(['视图已删除'])
})
