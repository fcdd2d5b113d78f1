import { codes } from '@kabao/contract/kernel/envelope'
import { type UserRow, user } from '@kabao/contract/users/user'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type userEvent from '@testing-library/user-event'
import { type ComponentProps, memo, Profiler } from 'react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Column,
  DataTable,
  DateRangeField,
  FilterBar,
  KitProvider,
  Page as PageFrame,
  Pager,
  RowTable,
  SelectField,
  SelectionBar,
  TextFilter,
  useList,
  useSelection,
  useSettings,
} from '#kit'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import { userRow } from '#test/user-row.ts'

const columns: Column<UserRow>[] = [
  { key: 'id', title: '编号', isSticky: true, copy: true },
  { key: 'name', title: '姓名' },
  { key: 'createdAt', title: '注册时间' },
]

const row = (id: number) => userRow({ id: String(id), name: `李${id}` })

const renders = { filter: 0, table: 0 }
const opened = vi.fn()
/** Counted inside `memo`, because a profiler also counts renders of its own parents. */
const Filter = memo((props: ComponentProps<typeof TextFilter>) => (
  <Profiler id="filter" onRender={() => void renders.filter++}>
    <TextFilter {...props} />
  </Profiler>
))

const statuses = [
  { value: 'pushed', label: '已推送' },
  { value: 'accepted', label: '已接收' },
] as const

function Page() {
  const { list, filters } = useList(user.page)
  const selection = useSelection(filters)
  return (
    <>
      <FilterBar filters={filters}>
        <Filter label="姓名" {...filters.filter('name')} />
        <Filter label="手机" {...filters.filter('phone')} />
        <SelectField label="状态" options={statuses} {...filters.filter('status')} />
        <DateRangeField label="注册" {...filters.range('createdFrom', 'createdTo')} />
      </FilterBar>
      <Profiler id="table" onRender={() => void renders.table++}>
        <DataTable list={list} columns={columns} label="用户" selection={selection} onOpen={opened}>
          <SelectionBar selection={selection}>{null}</SelectionBar>
        </DataTable>
      </Profiler>
      <Pager list={list} />
    </>
  )
}

const Framed = () => (
  <PageFrame breadcrumb={['menu.user.list']} title="用户">
    <Page />
  </PageFrame>
)

const allRows = Array.from({ length: 10_000 }, (_, index) => row(index + 1))
const LongPage = () => (
  <RowTable
    label="打印"
    rows={allRows.slice(0, 150)}
    columns={columns}
    arrangement={useSettings('all', columns)}
  />
)
const AllRows = () => (
  <RowTable label="全部" rows={allRows} columns={columns} arrangement={useSettings('all', columns)} />
)

const routes = [{ path: '/', Component: Page }]
const show = (address = '/') => renderAt(address, routes)
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement

let server: ReturnType<typeof fakeServer>
let total: number
// Lazy parts are loaded up front, because loading them during a test may exceed its timeout on a slow machine.
beforeAll(() => import('./column-settings.tsx'), 30_000)

beforeEach(() => {
  signIn('user:page')
  opened.mockReset()
  total = 60
  server = fakeServer()
  server.answer(user.page, ({ body: { current, size } }) => ({
    records: Array.from({ length: Math.max(0, Math.min(size, total - (current - 1) * size)) }, (_, index) =>
      row((current - 1) * size + index + 1),
    ),
    total,
    ...(total > 10_000 && { totalIsEstimate: true as const }),
    current,
    size,
  }))
})
const asked = () => server.calls(user.page).map(({ body }) => body)

describe('the address', () => {
  test('has the page number, and the pager updates it', async () => {
    const { user: person, router } = await show('/?current=2')
    await screen.findByText('李21')
    await person.click(screen.getByRole('button', { name: '下一页' }))
    await screen.findByText('李41')
    expect(router.state.location.search).toBe('?current=3')
    await person.click(screen.getByRole('button', { name: '第一页 1' }))
    await screen.findByText('李1')
    expect(router.state.location.search).toBe('')
  })

  test('with invalid values shows the default list', async () => {
    await show('/?current=x&size=1e9&sort=%00&status=foo&createdFrom=never')
    await screen.findByText('李1')
    expect(asked()[0]).toEqual({ current: 1, size: 20, sort: '-createdAt' })
  })

  test('with a page after the last one shows the last page', async () => {
    const { router } = await show('/?current=9')
    await screen.findByText('李60')
    expect(router.state.location.search).toBe('?current=3')
  })

  test('has the order chosen in a column head, and loses it for the default order', async () => {
    const { user: person, router } = await show('/?current=2')
    const head = await screen.findByRole('columnheader', { name: /注册时间/ })
    expect(head.getAttribute('aria-sort')).toBe('descending')
    await person.click(within(head).getByRole('button'))
    await waitFor(() => expect(router.state.location.search).toBe('?sort=createdAt'))
    await waitFor(() => expect(head.getAttribute('aria-sort')).toBe('ascending'))
    await person.click(within(head).getByRole('button'))
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  test('a filter is sent after Enter, from the first page on; a complete personal number stays out of the address', async () => {
    const { user: person, router } = await show('/?current=2')
    await screen.findByText('李21')
    await person.type(screen.getByLabelText('手机'), '138')
    expect(asked()).toHaveLength(1)
    await person.keyboard('{Enter}')
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ phone: '138', current: 1 }))
    expect(router.state.location.search).toBe('?phone=138')
    await person.type(screen.getByLabelText('姓名'), '李{Enter}')
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ phone: '138', name: '李' }))
    expect(router.state.location.search).toBe('?phone=138&name=%E6%9D%8E')
    await person.clear(screen.getByLabelText('手机'))
    await person.type(screen.getByLabelText('手机'), '13812345678{Enter}')
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ phone: '13812345678', name: '李' }))
    expect(router.state.location.search).toBe('?name=%E6%9D%8E')
    expect(screen.getByLabelText<HTMLInputElement>('手机').value).toBe('13812345678')
  })

  test('an invalid filter shows its problem, is not sent and is not listed as set', async () => {
    const { user: person } = await show()
    await screen.findByText('李1')
    await person.type(screen.getByLabelText('手机'), '12{Enter}')
    await screen.findByText('请输入完整手机号、前 3 位或后 4 位')
    expect(asked().every((body) => body.phone === undefined)).toBe(true)
    await person.type(screen.getByLabelText('姓名'), '李{Enter}')
    const chips = await screen.findByRole('list', { name: '筛选条件' })
    expect(within(chips).getAllByRole('listitem')).toHaveLength(1)
  })
})

describe('the filters', () => {
  const choose = async (person: ReturnType<typeof userEvent.setup>, label: string) => {
    await person.click(screen.getByRole('combobox', { name: '状态' }))
    await person.click(await screen.findByRole('option', { name: label, hidden: true }))
  }

  test('a choice waits for the search button, keeps the selection until then, and goes together with the others', async () => {
    const { user: person, router } = await show('/?current=2')
    await person.click(within(await rowOf('李21')).getByRole('checkbox'))
    await choose(person, '已推送')
    await person.type(screen.getByLabelText('姓名'), '李')
    await person.tab()
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: '状态' }).value).toBe('已推送')
    screen.getByText('已选 1 条')
    expect(asked()).toHaveLength(1)
    expect(router.state.location.search).toBe('?current=2')
    await person.click(screen.getByRole('button', { name: '查询' }))
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ status: 'pushed', name: '李', current: 1 }))
    expect(asked()).toHaveLength(2)
    await waitFor(() => expect(screen.queryByText(/已选/)).toBeNull())
    await router.navigate(-1)
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('combobox', { name: '状态' }).value).toBe(''),
    )
  })

  test('each filter that is set has a chip, which removes it at once; one button removes all', async () => {
    const day = '&createdFrom=2026-02-28T16:00:00.000Z&createdTo=2026-03-01T16:00:00.000Z'
    const { user: person, router } = await show(`/?status=pushed&name=李${day}`)
    const set = within(await screen.findByRole('list', { name: '筛选条件' }))
    const texts = () => set.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(texts()).toEqual(['姓名：李', '状态：已推送', '注册：2026-03-01 ~ 2026-03-01'])
    screen.getByRole('button', { name: '更多条件 已设 3 项' })
    // A choice that waits is not set.
    await choose(person, '已接收')
    expect(texts()[1]).toBe('状态：已推送')
    await person.click(set.getByRole('button', { name: '移除条件“姓名”' }))
    await waitFor(() => expect(asked().at(-1)?.name).toBeUndefined())
    expect(asked().at(-1)?.status).toBe('pushed')
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: '状态' }).value).toBe('已接收')
    await person.click(screen.getByRole('button', { name: '清空' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(screen.queryByRole('list', { name: '筛选条件' })).toBeNull()
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: '状态' }).value).toBe('')
  })
})

describe('the way past the tools and filters', () => {
  test('the first button leads to the first row', async () => {
    const { user: person } = await renderAt('/', [{ path: '/', Component: Framed }])
    const first = await rowOf('李1')
    await person.tab()
    expect(document.activeElement?.textContent).toBe('跳到列表')
    await person.keyboard('{Enter}')
    expect(document.activeElement).toBe(first)
  })
})

describe('rendering', () => {
  test('a new page renders the table but not the filters; typing in a filter does not render the table', async () => {
    const { user: person } = await show()
    await screen.findByText('李1')
    Object.assign(renders, { filter: 0, table: 0 })
    await person.click(screen.getByRole('button', { name: '下一页' }))
    await screen.findByText('李21')
    expect(renders.filter).toBe(0)
    expect(renders.table).toBeGreaterThan(0)

    Object.assign(renders, { filter: 0, table: 0 })
    await person.type(screen.getByLabelText('手机'), '1')
    expect(renders.table).toBe(0)
    expect(renders.filter).toBeGreaterThan(0)
  })

  test('of ten thousand rows, only the visible ones are rendered', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
    render(
      <KitProvider>
        <AllRows />
      </KitProvider>,
    )
    const drawn = () => screen.getAllByRole('row').filter((each) => each.dataset.index)
    await waitFor(() => expect(drawn().length).toBeGreaterThan(5))
    expect(drawn().length).toBeLessThan(50)
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('10001')

    const scroller = screen.getByRole('region', { name: '全部' })
    await waitFor(() => {
      scroller.scrollTop = 180_000
      fireEvent.scroll(scroller)
      screen.getByText('李5001')
    })
    expect(screen.queryByText('李30')).toBeNull()
    expect(drawn().length).toBeLessThan(50)
  })

  test('for print, all rows of a long page are rendered', async () => {
    render(
      <KitProvider>
        <LongPage />
      </KitProvider>,
    )
    const drawn = () => screen.getAllByRole('row').filter((each) => each.dataset.index)
    await waitFor(() => expect(drawn().length).toBeLessThan(150))
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(drawn()).toHaveLength(150)
    act(() => void window.dispatchEvent(new Event('afterprint')))
    await waitFor(() => expect(drawn().length).toBeLessThan(150))
  })

  test('rows of the previous page are marked until the next page is loaded; a refresh does not mark them', async () => {
    const { user: person } = await show()
    const isMarked = () => document.querySelector('[data-previous]') !== null
    await screen.findByText('李1')
    server.answer(user.page, () => new Promise(() => undefined))
    await person.click(screen.getByRole('button', { name: '刷新' }))
    await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true'))
    expect(isMarked()).toBe(false)
    await person.type(screen.getByLabelText('姓名'), '李{Enter}')
    await waitFor(() => expect(isMarked()).toBe(true))
  })
})

describe('the message instead of rows', () => {
  test('says that the list is empty', async () => {
    total = 0
    await show()
    await screen.findByText('这里还没有内容')
  })

  test('says that nothing matches, and can clear the filters', async () => {
    total = 0
    const { user: person, router } = await show('/?phone=138')
    await screen.findByText('没有符合条件的内容')
    await person.click(screen.getByRole('button', { name: '清除条件' }))
    await screen.findByText('这里还没有内容')
    expect(router.state.location.search).toBe('')
  })

  test('shows the cause of a failure and the request id, and can retry', async () => {
    const fine = { records: [row(1)], total: 1, current: 1, size: 20 }
    server.answer(user.page, () => ({
      ...refusal({ code: codes.unexpected, desc: '服务异常' }),
      data: { requestId: 'req-7' },
    }))
    const { user: person } = await show()
    await screen.findByText('服务异常')
    screen.getByText('请求编号：req-7')
    server.answer(user.page, () => fine)
    await person.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByText('李1')
  })

  test('shows a refused filter at its input, and the reason instead of the rows', async () => {
    const fields = { phone: '按完整值查找的次数已达上限' }
    server.answer(user.page, () => refusal({ code: codes.tooManyRequests, desc: '请 60 秒后再试', fields }))
    await show('/?phone=138')
    await screen.findByText('请 60 秒后再试')
    const input = screen.getByRole('textbox', { name: '手机' })
    expect(input.getAttribute('aria-invalid')).toBe('true')
    screen.getByText(fields.phone)
  })

  test('while the first rows load, placeholder rows have the columns of the table', async () => {
    let answer = () => {}
    server.answer(
      user.page,
      () =>
        new Promise((resolve) => {
          answer = () => resolve({ records: [row(1)], total: 1, current: 1, size: 20 })
        }),
    )
    await show()
    const table = await screen.findByRole('table')
    const bones = [...table.querySelectorAll<HTMLTableRowElement>('tr[data-skeleton]')]
    expect(bones).toHaveLength(10)
    const heads = within(table).getAllByRole('columnheader')
    expect(bones.map(({ cells }) => cells.length)).toEqual(bones.map(() => heads.length))
    screen.getByText('正在加载…')
    await waitFor(() => expect(server.calls(user.page)).toHaveLength(1))
    answer()
    await screen.findByText('李1')
    expect(table.querySelector('tr[data-skeleton]')).toBeNull()
  })

  test('above ten thousand the total is shown as an estimate', async () => {
    total = 12_000
    await show()
    await screen.findByText('约 12,000 条')
  })
})

describe('selection', () => {
  test('by check box, by range and for the page; kept on other pages, cleared by another filter', async () => {
    const { user: person } = await show()
    const tick = async (name: string) => within(await rowOf(name)).getByRole('checkbox')
    await person.click(await tick('李2'))
    await person.keyboard('{Shift>}')
    await person.click(await tick('李5'))
    await person.keyboard('{/Shift}')
    screen.getByText('已选 4 条')
    expect((screen.getByRole('checkbox', { name: '选择本页全部' }) as HTMLInputElement).indeterminate).toBe(
      true,
    )

    await person.click(screen.getByRole('button', { name: '下一页' }))
    await screen.findByText('李21')
    await person.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
    screen.getByText('已选 24 条')

    await person.type(screen.getByLabelText('手机'), '138{Enter}')
    await waitFor(() => expect(screen.queryByText(/已选/)).toBeNull())
  })

  test('by keyboard: arrows move the focus, space selects, Enter opens', async () => {
    const { user: person } = await show()
    const first = await rowOf('李1')
    first.focus()
    await person.keyboard('{ArrowDown}{ArrowDown}{ArrowUp} ')
    expect(document.activeElement).toBe(await rowOf('李2'))
    screen.getByText('已选 1 条')
    await person.keyboard('{Enter}')
    expect(opened).toHaveBeenCalledWith(expect.objectContaining({ id: '2' }))
  })
})

describe('the arrangement of the table', () => {
  test('columns can be hidden and moved, and the arrangement is stored', async () => {
    const { user: person, unmount } = await show()
    await screen.findByText('李1')
    await person.click(screen.getByRole('button', { name: '列设置' }))
    // jsdom has no layout, so panels are treated as if their button were scrolled out of sight.
    await person.click(await screen.findByRole('checkbox', { name: '姓名', hidden: true }))
    await person.click(screen.getByRole('button', { name: '上移“注册时间”', hidden: true }))
    expect(screen.queryByRole('columnheader', { name: /姓名/ })).toBeNull()
    unmount()
    await show()
    await screen.findByText('共 60 条')
    expect(screen.queryByRole('columnheader', { name: /姓名/ })).toBeNull()
  })

  test('the arrow keys set a width', async () => {
    await show()
    await screen.findByText('李1')
    const edge = screen.getByRole('separator', { name: '调整“姓名”的列宽' })
    fireEvent.keyDown(edge, { key: 'ArrowRight' })
    expect(edge.getAttribute('aria-valuenow')).toBe('150')
    expect(localStorage.getItem('kabao.table.user')).toContain('"name":150')
  })

  test('a set width is applied, also to the column that took the remaining width', async () => {
    await show()
    await screen.findByText('李1')
    const widthOf = (key: string) =>
      document.querySelector<HTMLElement>(`col[data-key="${key}"]`)?.style.width
    expect(widthOf('createdAt')).toBe('')
    const edge = screen.getByRole('separator', { name: '调整“注册时间”的列宽' })
    fireEvent.keyDown(edge, { key: 'ArrowRight' })
    expect(widthOf('createdAt')).toBe('150px')
    expect(widthOf('name')).toBe('')
  })

  test.each(['not json', '[]', '{"version":0,"order":["x"]}', '{"version":1,"order":"id","hidden":7}'])(
    'an invalid stored arrangement (%s) is ignored',
    async (stored) => {
      localStorage.setItem('kabao.table.user', stored)
      await show()
      await screen.findByRole('columnheader', { name: /姓名/ })
    },
  )

  test('the page size is stored', async () => {
    const { user: person, unmount } = await show()
    await person.selectOptions(await screen.findByLabelText('每页条数'), '50')
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ size: 50 }))
    unmount()
    await show()
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ size: 50 }))
  })
})
