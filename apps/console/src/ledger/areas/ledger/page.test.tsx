import { ledger, type TransferRow } from '@kabao/contract/ledger/ledger'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import LedgerPage from './page.tsx'
import { placeOf } from './ref.ts'

const row: TransferRow = {
  id: '11',
  at: '2026-03-01T00:00:00.000Z',
  kind: 'charge',
  amountFen: 4500,
  debitKind: 'prepaid',
  creditKind: 'revenue',
  orgId: '3',
  orgName: '华南信用卡中心',
  channelId: null,
  channelName: null,
  number: 2,
  balanceAfterFen: 95500,
  refKind: 'push',
  refId: '77',
  businessDay: '2026-03-01',
  byAdmin: null,
  reversesId: null,
}
const check = {
  startedAt: '2026-03-01T00:00:00.000Z',
  finishedAt: '2026-03-01T00:01:00.000Z',
  transfers: 9,
  accounts: 2,
  faults: [
    { kind: 'changed' as const, orgName: '华南信用卡中心', channelName: null, number: 2, transferId: '11' },
  ],
  sumsAgree: true,
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(ledger.page, ({ body }) => ({
    records: [row],
    total: 1,
    current: body.current,
    size: body.size,
  }))
  server.answer(ledger.get, () => ({ ...row, reversedById: '12', hash: 'ab'.repeat(32) }))
  server.answer(ledger.trial, () => ({
    balances: [
      { kind: 'prepaid' as const, fen: 95500 },
      { kind: 'bank' as const, fen: -100000 },
      { kind: 'revenue' as const, fen: 4500 },
    ],
    totalFen: 0,
    check,
    isChecking: false,
  }))
  server.answer(ledger.balances, () => ({
    records: [{ orgId: '3', orgCode: 'south', orgName: '华南信用卡中心', balanceFen: 95500 }],
    total: 1,
    current: 1,
    size: 50,
    totals: { balanceFen: 95500 },
  }))
})

test('the trial balance and a broken transfer are shown by name to those who may see them', async () => {
  signIn('ledger:page', 'ledger:trial')
  const { user } = await renderAt('/', [{ path: '/', Component: LedgerPage }])
  await screen.findByText('借贷平衡：全部科目合计为 0')
  screen.getByText(/发现 1 处不符/)
  expect(screen.queryByRole('button', { name: '立即核对' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '试算平衡' }))
  const panel = await screen.findByRole('dialog')
  within(panel).getByText('机构预存款')
  within(panel).getByText('华南信用卡中心 第 2 条流水 11 被改动')
})

test('without their permission, neither the trial balance nor its endpoint is used', async () => {
  signIn('ledger:page')
  await renderAt('/', [{ path: '/', Component: LedgerPage }])
  await screen.findAllByText('华南信用卡中心')
  expect(screen.queryByText(/借贷平衡/)).toBeNull()
})

test('a transfer links to what it was booked for, and to what takes it back', async () => {
  signIn('ledger:page', 'push:page')
  const { user } = await renderAt('/', [{ path: '/', Component: LedgerPage }])
  await user.click((await screen.findAllByRole('button', { name: '详情' }))[0] as HTMLElement)
  const panel = await screen.findByRole('dialog')
  const push = await within(panel).findByRole('link', { name: '查看推送' })
  expect(push.getAttribute('href')).toBe('/plan/push-list?open=77')
  expect(within(panel).getByRole('link', { name: '12' }).getAttribute('href')).toContain('open=12')
})

test('past balances are asked for at the chosen time', async () => {
  signIn('ledger:page', 'ledger:trial')
  const { user } = await renderAt('/', [{ path: '/', Component: LedgerPage }])
  await user.click(await screen.findByRole('button', { name: '历史余额' }))
  const panel = await screen.findByRole('dialog')
  await within(panel).findByText('south')
  within(panel).getByText('合计')
})

test('every kind of entry that has a page has a drill-down to it, in its tab', () => {
  const to = (refKind: string) => placeOf({ refKind, refId: '7' })?.to
  expect(to('recharge')).toBe('/finance/recharge?open=7')
  expect(to('adjustment')).toBe('/finance/recharge?tab=adjustments&open=7')
  expect(to('correction')).toBe('/finance/reconcile?tab=corrections&open=7')
  expect(to('settlement')).toBe('/finance/settlement?open=7')
  expect(to('opening')).toBeUndefined()
})
