import { reportChannelListProfit as report } from '@kabao/contract/statistics/report/channel-list-profit'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import ChannelListProfitPage from './channel-list-profit.tsx'

const days = { from: '2026-03-01', to: '2026-03-02' }
const cells = (uv: number) => ({
  uv: { value: uv, before: 80, change: uv - 80, percent: (uv - 80) / 80 },
  accepted: { value: 7, late: 2 },
  revenue: { value: 31_500 },
  roi: { value: null },
})
const rowOf = (period: string, uv: number) => ({
  period,
  id: '3',
  name: '华南直投',
  code: 'CH003',
  cells: cells(uv),
})

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(report.page, ({ body }) => ({
    records: [rowOf('2026-03-02', 120), rowOf('2026-03-01', 100)],
    total: 2,
    current: body.current,
    size: body.size,
    totals: cells(123_456),
    cross: null,
    days,
    before: body.compare === 'none' ? null : days,
    upTo: '2026-03-02T00:00:00.000Z',
  }))
  server.answer(report.records, ({ body }) => ({
    records: [
      {
        id: '11',
        at: '2026-03-02T00:00:00.000Z',
        kind: 'accepted' as const,
        day: '2026-03-02',
        came: '2026-03-02',
        fen: null,
        refId: '77',
        userId: '5',
        userName: '李**',
        userPhone: null,
        channelName: '华南直投',
        orgName: '华南信用卡中心',
        planName: null,
        productName: null,
        cityCode: null,
        link: { name: 'UserList', query: { open: '5' } },
      },
      {
        id: '12',
        at: '2026-03-02T00:00:00.000Z',
        kind: 'accepted' as const,
        day: '2026-03-02',
        came: '2026-03-02',
        fen: null,
        refId: '78',
        userId: null,
        userName: null,
        userPhone: null,
        channelName: null,
        orgName: null,
        planName: null,
        productName: null,
        cityCode: null,
        link: { name: 'PlanPushList', query: { open: '78' } },
      },
    ],
    total: 2,
    current: body.current,
    size: body.size,
    count: 2,
    fen: null,
    visitsFrom: null,
  }))
})

async function show(address = '/', ...points: string[]) {
  signIn('reportChannelListProfit:page', 'user:page', ...points)
  const view = await renderAt(address, [{ path: '/', Component: ChannelListProfitPage }])
  await screen.findAllByText('华南直投')
  return view
}
const asked = () => server.calls(report.page).at(-1)?.body

test('totals stand above the table in little space, and below its rows in full', async () => {
  await show()
  const totals = screen.getByRole('list', { name: '合计指标' })
  within(totals).getByRole('button', { name: /日 UV 之和 ?12\.3万/ })
  const foot = (await screen.findByRole('rowheader', { name: '合计' })).closest('tr') as HTMLElement
  within(foot).getByRole('button', { name: '123,456' })
  screen.getByText(/数据截至 2026-03-02 08:00:00/)
  expect(screen.getAllByText('¥315.00')).toHaveLength(3)
  expect(within(totals).getByRole<HTMLButtonElement>('button', { name: /ROI/ }).disabled).toBe(true)
})

test('a preset of the range is in the address, and own days replace it', async () => {
  const { user, router } = await show('/?from=2026-03-01&to=2026-03-02')
  expect(asked()).toMatchObject({ from: '2026-03-01', to: '2026-03-02' })
  await user.click(screen.getByRole('button', { name: '日期范围' }))
  await user.click(await screen.findByRole('button', { name: '上周' }))
  await waitFor(() => expect(asked()).toMatchObject({ preset: 'lastWeek' }))
  expect(asked()).not.toHaveProperty('from')
  expect(router.state.location.search).toBe('?preset=lastWeek')
})

test('hours are offered of a single day only, and another range leaves them', async () => {
  const { user } = await show('/?preset=today&grain=hour')
  expect(asked()).toMatchObject({ grain: 'hour' })
  await user.click(screen.getByRole('button', { name: '日期范围' }))
  await user.click(await screen.findByRole('button', { name: '近 30 天' }))
  await waitFor(() => expect(asked()).toMatchObject({ grain: 'day', preset: 'last30' }))
  await user.click(screen.getByRole('combobox', { name: '粒度' }))
  await screen.findByRole('option', { name: '周' })
  expect(screen.queryByRole('option', { name: '小时' })).toBeNull()
})

test('a comparison adds its columns and the change of the totals', async () => {
  await show('/?compare=previous')
  await screen.findByRole('columnheader', { name: '日 UV 之和' })
  expect(screen.getAllByText('变化率').length).toBeGreaterThan(1)
  screen.getByText('+50%')
  expect(asked()).toMatchObject({ compare: 'previous' })
})

test('a figure that came late is marked, and says how much', async () => {
  await show('/?way=came')
  expect(screen.getAllByText(/关闭后变化 \+2/).length).toBeGreaterThan(0)
})

test('a figure opens the records behind it; each leads to its page where the reader may open it', async () => {
  const { user, router } = await show('/?compare=previous')
  await user.click(screen.getByRole('button', { name: '120' }))
  const panel = await screen.findByRole('dialog', { name: 'UV的记录' })
  await within(panel).findByText('共 2 条')
  expect(server.calls(report.records).at(-1)?.body).toMatchObject({
    figure: 'uv',
    side: 'now',
    period: '2026-03-02',
    rowId: '3',
    compare: 'previous',
  })
  const links = within(panel).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/user/list?open=5'])
  await user.click(within(panel).getByRole('button', { name: '对比期' }))
  await waitFor(() => expect(server.calls(report.records).at(-1)?.body.side).toBe('before'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toBe('?compare=previous')
})

test('the arrow keys move between the figures of a row, and Enter opens one', async () => {
  const { user } = await show()
  const row = screen.getByRole('button', { name: '120' }).closest('tr') as HTMLElement
  row.focus()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('120')
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('100')
  await user.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: 'UV的记录' })
  expect(server.calls(report.records).at(-1)?.body).toMatchObject({ period: '2026-03-01' })
})

test('a total opens the records of all rows', async () => {
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: '123,456' }))
  await screen.findByRole('dialog', { name: 'UV的记录' })
  const body = server.calls(report.records).at(-1)?.body
  expect(body).toMatchObject({ figure: 'uv' })
  expect(body).not.toHaveProperty('period')
  expect(body).not.toHaveProperty('rowId')
})

test('the table is copied as cells of a spreadsheet', async () => {
  const { user } = await show()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(screen.getByRole('button', { name: '复制表格' }))
  await screen.findByText('已复制')
  const [head, first] = (write.mock.lastCall?.[0] ?? '').split('\n')
  expect(head).toMatch(/^日期\t渠道\t日 UV 之和/)
  expect(first).toMatch(/^2026-03-02\t华南直投\t120\t/)
})

test('the name of a record leads to the deeper report of that record and day', async () => {
  await show('/?compare=week&sort=-uv', 'reportOrgList:page')
  const [link] = screen.getAllByRole('link', { name: '华南直投' })
  expect(link?.getAttribute('href')).toBe(
    '/chart/org-list?compare=week&channelId=3&from=2026-03-02&to=2026-03-02',
  )
})

test('a cross table has a column for each day, totals both ways, and each cell opens its records', async () => {
  const cellsOf = (one: number, other: number) => ({
    '2026-03-01': { value: one },
    '2026-03-02': { value: other },
    total: { value: one + other },
  })
  const { user, router } = await show('/?from=2026-03-01&to=2026-03-02&compare=previous')
  server.answer(report.page, ({ body }) => ({
    records: [{ period: null, id: '3', name: '华南直投', code: 'CH003', cells: cellsOf(100, 11_000) }],
    total: 1,
    current: body.current,
    size: body.size,
    totals: cells(123_456),
    days,
    before: null,
    upTo: '2026-03-02T00:00:00.000Z',
    cross: {
      figure: body.cellFigure ?? 'profit',
      columns: ['2026-03-01', '2026-03-02'],
      totals: cellsOf(200, 22_000),
    },
  }))
  await user.click(screen.getByRole('button', { name: '更多' }))
  await user.click(screen.getByRole('combobox', { name: '行' }))
  await user.click(await screen.findByRole('option', { name: '日期交叉表' }))
  await screen.findByRole('columnheader', { name: /2026-03-02/ })
  expect(asked()).toMatchObject({ across: 'period', compare: 'none' })
  expect(screen.queryByRole('combobox', { name: '对比' })).toBeNull()
  const row = (await screen.findByText('华南直投')).closest('tr') as HTMLElement
  expect(
    within(row)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual([...['¥1.00', '¥110.00', '¥111.00']])
  await user.click(screen.getByRole('combobox', { name: '交叉表指标' }))
  await user.click(await screen.findByRole('option', { name: '注册' }))
  await waitFor(() => expect(asked()).toMatchObject({ cellFigure: 'registrations' }))
  const counted = await screen.findByRole('button', { name: '11,000' })
  await user.click(counted)
  await waitFor(() =>
    expect(server.calls(report.records).at(-1)?.body).toMatchObject({
      figure: 'registrations',
      period: '2026-03-02',
      rowId: '3',
    }),
  )
  expect(server.calls(report.records).at(-1)?.body).not.toHaveProperty('across')
  expect(router.state.location.search).toContain('across=period')
})

test('the other reports that the reader may see are links for the same days', async () => {
  await show('/?preset=last30&channelId=3&grain=week', 'reportOrgList:page', 'reportCityList:page')
  const kinds = screen.getByRole('navigation', { name: '报表' })
  expect(
    within(kinds)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['渠道', '/chart/channel-list-profit?preset=last30&grain=week'],
    ['机构', '/chart/org-list?preset=last30&grain=week'],
    ['城市', '/chart/city-list?preset=last30&grain=week'],
  ])
  expect(within(kinds).getByRole('link', { current: 'page' }).textContent).toBe('渠道')
})

test('what is set rarely is folded, and the button says how much of it is set', async () => {
  const { user, router } = await show('/?way=came&cityCode=440300')
  expect(screen.queryByRole('combobox', { name: '口径' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /更多.*2/ }))
  screen.getByRole('combobox', { name: '口径' })
  await user.click(screen.getByRole('button', { name: '清除' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(asked()).toMatchObject({ way: 'day' })
})

test('a row opens all its figures, also those without a column, and each opens its records', async () => {
  const { user } = await show()
  expect(screen.queryByRole('columnheader', { name: '资料' })).toBeNull()
  const row = screen.getByRole('button', { name: '120' }).closest('tr') as HTMLElement
  row.focus()
  await user.keyboard('{Enter}')
  const panel = await screen.findByRole('dialog', { name: /华南直投 · 2026-03-02/ })
  within(panel).getByText('资料')
  await user.click(within(panel).getByRole('button', { name: /^UV/ }))
  await screen.findByRole('dialog', { name: 'UV的记录' })
  expect(server.calls(report.records).at(-1)?.body).toMatchObject({
    figure: 'uv',
    period: '2026-03-02',
    rowId: '3',
  })
})
