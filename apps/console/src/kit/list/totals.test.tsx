import { area, id, pageAnswerWithTotals, pageBody } from '@kabao/contract/kernel/kernel'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { type Column, DataTable, formatFen, useList, useSelection } from '#kit'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'

const entry = z.object({ id, org: z.string(), count: z.int(), charged: z.int(), refunded: z.int() })
type Entry = z.output<typeof entry>

/** An invented list with amounts of money. */
const ledger = area('ledger', {
  page: {
    method: 'POST',
    path: '/ledger/page',
    kind: 'read',
    summary: ['', ''],
    body: pageBody(['org', 'charged'], 'org', {}),
    answer: pageAnswerWithTotals(entry, ['count', 'charged', 'refunded']),
  },
})

const money = (fen: number) => formatFen(fen, 'zh-CN')
const columns: Column<Entry>[] = [
  { key: 'org', title: '机构', isSticky: true },
  { key: 'count', title: '笔数', align: 'end' },
  { key: 'charged', title: '扣款', group: '金额', align: 'end', total: money },
  { key: 'refunded', title: '退款', group: '金额', align: 'end', total: money },
]

let given: readonly Column<Entry>[]
let totals: { count: number; charged: number; refunded: number } | null
let rows: Entry[]
function Page() {
  const { list, filters } = useList(ledger.page)
  const selection = useSelection(filters)
  return <DataTable list={list} columns={given} label="账目" selection={selection} />
}
const show = async () => {
  const shown = await renderAt('/', [{ path: '/', Component: Page }])
  await screen.findByText('机构一')
  return shown
}
const head = (name: string) => screen.getByRole('columnheader', { name: new RegExp(`^${name}`) })
const foot = () => within(document.querySelector('tfoot') as HTMLElement)
const settings = async (user: Awaited<ReturnType<typeof renderAt>>['user']) => {
  await user.click(screen.getByRole('button', { name: '列设置' }))
  await screen.findByRole('checkbox', { name: '机构', hidden: true })
}

beforeAll(async () => {
  await Promise.all([import('./column-settings.tsx'), import('./totals-row.tsx')])
}, 30_000)
beforeEach(() => {
  signIn('ledger:page')
  given = columns
  totals = { count: 1_234, charged: 1_234_567, refunded: 0 }
  rows = [{ id: '1', org: '机构一', count: 2, charged: 300, refunded: 0 }]
  fakeServer().answer(ledger.page, () => ({ records: rows, total: 60, current: 1, size: 20, totals }))
})

describe('totals', () => {
  test('are below the rows, each under its column and in its format', async () => {
    await show()
    await screen.findByText('合计')
    const cells = foot().getAllByRole('cell')
    // On paper the label says in addition whose totals they are.
    expect(foot().getByRole('rowheader').firstChild?.textContent).toBe('合计')
    expect(foot().getByRole('rowheader').textContent).toBe('合计（全部行的合计，此处只有当前页的行）')
    expect(cells.map(({ textContent }) => textContent)).toEqual(['', '1,234', money(1_234_567), money(0)])
    // The label is below the first column, the cell below the check boxes stays empty.
    expect(document.querySelector('tfoot tr')?.children[1]?.firstChild?.textContent).toBe('合计')
  })

  test('are the last row of the table for screen readers', async () => {
    await show()
    await screen.findByText('合计')
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('63')
    expect(document.querySelector('tfoot tr')?.getAttribute('aria-rowindex')).toBe('63')
    expect(screen.getByText('机构一').closest('tr')?.getAttribute('aria-rowindex')).toBe('3')
  })

  test('that are not computed show a note', async () => {
    totals = null
    await show()
    expect(await screen.findByText('范围过大，缩小条件后显示合计')).toBeDefined()
    expect(
      foot()
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['', '', '', ''])
  })

  test('follow the columns: a hidden column has no total', async () => {
    const { user } = await show()
    await screen.findByText('合计')
    await settings(user)
    await user.click(screen.getByRole('checkbox', { name: '笔数', hidden: true }))
    expect(foot().queryByText('1,234')).toBeNull()
    expect(foot().getByText(money(1_234_567))).toBeDefined()
  })

  test('are below cards with the names of their columns', async () => {
    const usual = window.matchMedia
    const narrow = '(max-width: 576px)'
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      query === narrow ? Object.assign(usual(query), { matches: true }) : usual(query),
    )
    await show()
    await screen.findByText('合计')
    expect(foot().getByRole('row').textContent).toContain('1,234')
    expect(foot().getAllByRole('cell')[0]?.textContent).toBe('笔数 1,234')
  })

  test('are absent if nothing matches', async () => {
    rows = []
    await renderAt('/', [{ path: '/', Component: Page }])
    await screen.findByText('这里还没有内容')
    expect(document.querySelector('tfoot')).toBeNull()
  })
})

describe('groups of columns', () => {
  const heads = () =>
    [...document.querySelectorAll('thead tr')].map((tr) =>
      [...tr.children].map(
        (th) => `${th.textContent}${(th as HTMLTableCellElement).colSpan > 1 ? ' ×2' : ''}`,
      ),
    )

  test('share a head above their own; the other heads span both rows', async () => {
    await show()
    expect(heads()).toEqual([
      ['', '机构', '笔数', '金额 ×2'],
      ['扣款', '退款'],
    ])
    expect(head('金额').getAttribute('scope')).toBe('colgroup')
    expect(head('笔数').getAttribute('rowspan')).toBe('2')
    expect(head('扣款').getAttribute('rowspan')).toBeNull()
    // The columns of the group also share a `colgroup`.
    expect([...document.querySelectorAll('colgroup')].map(({ children }) => children.length)).toEqual([3, 2])
  })

  test('their own heads sort and can be resized, also with the keyboard', async () => {
    const { user, router } = await show()
    await user.click(within(head('扣款')).getByRole('button'))
    expect(router.state.location.search).toBe('?sort=charged')
    const edge = screen.getByRole('separator', { name: '调整“金额 · 退款”的列宽' })
    fireEvent.keyDown(edge, { key: 'ArrowRight' })
    expect(edge.getAttribute('aria-valuenow')).toBe('150')
  })

  test('a column moved out of its group repeats the group head, and the settings name it with its group', async () => {
    const { user } = await show()
    await settings(user)
    await user.click(screen.getByRole('button', { name: '上移“金额 · 扣款”', hidden: true }))
    expect(heads()).toEqual([
      ['', '机构', '金额', '笔数', '金额'],
      ['扣款', '退款'],
    ])
  })

  test('if all columns of a group are hidden, the table head has one row again', async () => {
    const { user } = await show()
    await settings(user)
    await user.click(screen.getByRole('checkbox', { name: '金额 · 扣款', hidden: true }))
    expect(heads()).toEqual([['', '机构', '笔数', '金额'], ['退款']])
    await user.click(screen.getByRole('checkbox', { name: '金额 · 退款', hidden: true }))
    expect(heads()).toEqual([['', '机构', '笔数']])
    expect(screen.getByText('机构一').closest('tr')?.getAttribute('aria-rowindex')).toBe('2')
  })

  test('pinned and scrolled columns do not share a head', async () => {
    given = columns.map((column) => (column.key === 'charged' ? { ...column, isSticky: true } : column))
    await show()
    expect(heads()).toEqual([
      ['', '机构', '金额', '笔数', '金额'],
      ['扣款', '退款'],
    ])
    const [pinned, free] = screen.getAllByRole('columnheader', { name: '金额' })
    expect([pinned?.dataset.pin, free?.dataset.pin]).toEqual(['start', undefined])
    expect(pinned?.style.left).toBe(head('扣款').style.left)
    expect(pinned?.style.left).not.toBe('')
  })
})

test('a list without totals and groups has one row of heads and no foot', async () => {
  given = columns.map(({ group: _, ...column }) => column)
  const { answer: _, ...rest } = ledger.page
  fakeServer().answer(
    {
      ...rest,
      answer: z.object({ records: z.array(entry), total: z.int(), current: z.int(), size: z.int() }),
    },
    () => ({
      records: rows,
      total: 1,
      current: 1,
      size: 20,
    }),
  )
  await show()
  expect(document.querySelectorAll('thead tr, tfoot')).toHaveLength(1)
})
