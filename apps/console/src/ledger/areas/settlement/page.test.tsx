import { type SettlementDetail, settlement } from '@kabao/contract/ledger/settlement'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import SettlementPage from './page.tsx'

const detail: SettlementDetail = {
  id: '1',
  channelId: '3',
  channelCode: 'demo01',
  channelName: '百度搜索',
  fromDay: '2026-02-01',
  toDay: '2026-02-28',
  amountFen: 90_000,
  baseFen: 100_000,
  results: 50,
  deducted: 5,
  late: 1,
  lateFen: 2_000,
  status: 'draft',
  isOwn: false,
  isFilersAccount: false,
  createdBy: '李会计',
  reviewedBy: null,
  reviewedAt: null,
  note: '',
  paidBy: null,
  paidAt: null,
  voucherFileId: null,
  createdAt: '2026-03-02T00:00:00.000Z',
  version: 1,
  lines: [
    {
      businessDay: '2026-02-03',
      kind: 'push',
      isLate: false,
      results: 49,
      deducted: 5,
      baseFen: 98_000,
      costFen: 88_000,
    },
    {
      businessDay: '2026-01-30',
      kind: 'push',
      isLate: true,
      results: 1,
      deducted: 0,
      baseFen: 2_000,
      costFen: 2_000,
    },
  ],
}
const { lines: _, ...row } = detail

let server: ReturnType<typeof fakeServer>
const showing = (change: Partial<SettlementDetail>) => {
  const shown = { ...detail, ...change }
  const { lines: _lines, ...listed } = shown
  server.answer(settlement.get, () => shown)
  server.answer(settlement.page, ({ body }) => ({
    records: [listed],
    total: 1,
    current: body.current,
    size: body.size,
  }))
}
beforeEach(() => {
  server = fakeServer()
  server.answer(settlement.counts, () => ({ draft: 1, confirmed: 0, paid: 0, cancelled: 0 }))
  server.answer(settlement.results, ({ body }) => ({
    records: [
      {
        number: 7,
        at: '2026-02-03T02:00:00.000Z',
        businessDay: '2026-02-03',
        kind: 'push' as const,
        refId: '9001',
        baseFen: 2_000,
        costFen: 0,
        isDeducted: true,
        draw: 812,
        deductionBp: 1_000,
        isLate: false,
      },
    ],
    total: 1,
    current: body.current,
    size: body.size,
  }))
  showing({})
})

test('the details show the sums by day, what came late, and each result with why it is deducted', async () => {
  signIn('settlement:page')
  await renderAt('/?open=1', [{ path: '/', Component: SettlementPage }])
  const panel = within(await screen.findByRole('dialog'))
  const sums = within(await panel.findByRole('region', { name: '按日汇总' }))
  sums.getByText('2026-02-03')
  sums.getByText('补入')
  await panel.findByText('9001')
  panel.getByText(/抽样值 812，约定比例 10%/)
  expect(panel.queryByRole('button', { name: '确认' })).toBeNull()
})

test('another person confirms a draft; who drafted it may only withdraw it', async () => {
  signIn('settlement:page', 'settlement:create', 'settlement:review')
  let confirmed = 0
  server.answer(settlement.confirm, () => {
    confirmed++
    return { ...row, status: 'confirmed' as const, version: 2 }
  })
  const others = await renderAt('/?open=1', [{ path: '/', Component: SettlementPage }])
  const panel = within(await screen.findByRole('dialog'))
  await others.user.click(await panel.findByRole('button', { name: '确认' }))
  await others.user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: '确认' }),
  )
  await waitFor(() => expect(confirmed).toBe(1))
  others.unmount()
  showing({ isOwn: true })
  await renderAt('/?open=1', [{ path: '/', Component: SettlementPage }])
  const own = within(await screen.findByRole('dialog'))
  await own.findByRole('button', { name: '撤回' })
  expect(own.queryByRole('button', { name: '确认' })).toBeNull()
})

test('a confirmed settlement is marked as paid only once its voucher is there', async () => {
  signIn('settlement:page', 'settlement:pay')
  showing({ status: 'confirmed', reviewedBy: '王经理', reviewedAt: '2026-03-03T00:00:00.000Z' })
  const without = await renderAt('/?open=1', [{ path: '/', Component: SettlementPage }])
  const button = await within(await screen.findByRole('dialog')).findByRole('button', { name: '登记付款' })
  expect(button.getAttribute('disabled')).not.toBeNull()
  without.unmount()
  showing({ status: 'confirmed', voucherFileId: '88' })
  await renderAt('/?open=1', [{ path: '/', Component: SettlementPage }])
  const ready = await within(await screen.findByRole('dialog')).findByRole('button', { name: '登记付款' })
  expect(ready.getAttribute('disabled')).toBeNull()
})

test('a draft begins at its first field, and a refusal leads back to it', async () => {
  signIn('settlement:page', 'settlement:create')
  server.answer(settlement.channels, () => [])
  const { user } = await renderAt('/', [{ path: '/', Component: SettlementPage }])
  await user.click(await screen.findByRole('button', { name: '生成结算单' }))
  const dialog = within(await screen.findByRole('dialog', { name: '生成渠道结算单' }))
  // The combobox replaces the input that waits for it.
  const isFocused = () => expect(document.activeElement).toBe(dialog.getByRole('combobox', { name: '渠道' }))
  await waitFor(isFocused)
  await user.click(dialog.getByRole('button', { name: '生成结算单' }))
  await dialog.findAllByText('请填写此项')
  await waitFor(isFocused)
})
