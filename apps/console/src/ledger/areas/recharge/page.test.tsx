import { type RechargeDetail, recharge } from '@kabao/contract/ledger/recharge'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import RechargePage from './page.tsx'

const balance = {
  orgId: '3',
  orgName: '华南信用卡中心',
  balanceFen: 500,
  heldFen: 0,
  availableFen: 500,
  alertFen: 100_000,
  isLow: true,
  pendingFen: 0,
}
const row: RechargeDetail = {
  id: '1',
  orgId: '3',
  orgName: '华南信用卡中心',
  way: 'bank',
  amountFen: 5_000_000,
  voucherFileId: null,
  reason: '三月预存',
  status: 'pending',
  createdBy: '王会计',
  createdAt: '2026-03-02T00:00:00.000Z',
  isOwn: false,
  isFilersAccount: false,
  reviewedBy: null,
  reviewedAt: null,
  note: '',
  transferId: null,
  reversalId: null,
  version: 1,
  balance,
  balanceAfterFen: null,
}

let server: ReturnType<typeof fakeServer>
let shown = row
beforeEach(() => {
  server = fakeServer()
  // First, because the fake server takes the last address that fits, and this one fits those of the lists below.
  server.answer(recharge.get, () => shown)
  server.answer(recharge.page, ({ body }) => ({
    records: [row],
    total: 1,
    current: body.current,
    size: body.size,
    totals: { amountFen: row.amountFen },
  }))
  server.answer(recharge.counts, () => ({ pending: 1, approved: 0, rejected: 0 }))
  server.answer(recharge.low, () => ({ records: [balance], total: 1 }))
  server.answer(recharge.balance, () => balance)
  server.answer(recharge.orgs, () => [
    { id: '3', name: '华南信用卡中心', code: 'hncc', hint: null, status: 'enabled' as const },
  ])
})

test('an organization with a low balance has a button that opens the form for it; a refund is sent below zero', async () => {
  signIn('recharge:page', 'recharge:create')
  // The first answer is lost.
  const sent = () => server.calls(recharge.create)
  server.answer(recharge.create, () => {
    if (sent().length === 1) throw new Error('lost')
    return row
  })
  const { user } = await renderAt('/', [{ path: '/', Component: RechargePage }])
  const low = within(await screen.findByRole('region', { name: '1 家机构余额不足' }))
  await user.click(low.getByRole('button', { name: '充值' }))
  const form = within(await screen.findByRole('dialog'))
  await form.findByText('机构当前余额')
  await user.type(await form.findByLabelText(/金额/), '12.5')
  await user.type(form.getByLabelText(/说明/), '终止合作')
  const save = () => user.click(screen.getByRole('button', { name: '保存' }))
  await save()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ orgId: '3', way: 'bank', amountFen: 1_250, reason: '终止合作' })
  await waitFor(() => expect(form.getByRole('button', { name: '保存' })).toHaveProperty('disabled', false))
  await user.type(form.getByLabelText(/说明/), '。')
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(low.getByRole('button', { name: '充值' }))
  await user.type(await within(await screen.findByRole('dialog')).findByLabelText(/金额/), '1')
  await save()
  await waitFor(() => expect(sent()).toHaveLength(3))
  // Each time that the form is opened has a key of its own, which stays when a value is changed.
  const [first, again, another] = sent().map(({ headers }) => headers['Idempotency-Key'])
  expect(first).toMatch(/^\d+-\d+$/)
  expect(again).toBe(first)
  expect(another).not.toBe(first)
})

test('an amount that is none is not sent: its fault is at the field, which has the focus', async () => {
  signIn('recharge:page', 'recharge:create')
  server.answer(recharge.create, () => row)
  const { user } = await renderAt('/', [{ path: '/', Component: RechargePage }])
  const low = within(await screen.findByRole('region', { name: '1 家机构余额不足' }))
  await user.click(low.getByRole('button', { name: '充值' }))
  const form = within(await screen.findByRole('dialog'))
  const amount = await form.findByLabelText<HTMLInputElement>(/金额/)
  await user.type(amount, '1,2345{Enter}')
  await form.findByText('千分位逗号的位置不对，例如 1,234,567')
  await waitFor(() => expect(document.activeElement).toBe(amount))
  expect([amount.value, server.calls(recharge.create)]).toEqual(['1,2345', []])
  await user.clear(amount)
  await user.type(amount, '1,234.50{Enter}')
  await waitFor(() => expect(server.calls(recharge.create)).toMatchObject([{ body: { amountFen: 123_450 } }]))
})

test('who filed a recharge has no buttons to review it; another person approves it', async () => {
  signIn('recharge:page', 'recharge:review')
  shown = { ...row, isOwn: true }
  const own = await renderAt('/?open=1', [{ path: '/', Component: RechargePage }])
  await screen.findByText('由您提交，须由他人审核。')
  const panel = within(screen.getByRole('dialog'))
  expect(panel.queryByRole('button', { name: '通过并入账' })).toBeNull()
  expect(panel.queryByRole('button', { name: '驳回' })).toBeNull()
  own.unmount()
  shown = row
  await renderAt('/?open=1', [{ path: '/', Component: RechargePage }])
  const other = within(await screen.findByRole('dialog'))
  await other.findByRole('button', { name: '通过并入账' })
})
