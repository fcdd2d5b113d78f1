import { type ResolutionRow, resolution } from '@kabao/contract/payment/resolution'
import { type SuspenseDetail, suspense } from '@kabao/contract/payment/suspense'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import SuspensePage from './page.tsx'

const row: SuspenseDetail = {
  id: '1',
  kind: 'order',
  status: 'open',
  isPending: false,
  provider: 'alipay',
  collectionId: '3',
  collectionName: '支付宝',
  tradeNo: 'T1',
  orderNo: 'X-9',
  orderId: null,
  channelName: null,
  orderFen: null,
  amountFen: 12_300,
  assignedOrderId: null,
  paidAt: '2026-03-01T00:00:00.000Z',
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
  refund: null,
}

const filed: ResolutionRow = {
  id: '5',
  kind: 'byHand',
  suspenseId: '1',
  refundId: null,
  suspenseKind: 'order',
  orderId: null,
  targetOrderId: null,
  channelName: null,
  collectionName: '支付宝',
  tradeNo: 'T1',
  amountFen: 12_300,
  reason: '已退',
  reference: 'B-1',
  voucherFileId: null,
  status: 'pending',
  createdBy: '李敏',
  createdAt: row.createdAt,
  isOwn: true,
  isFilersAccount: false,
  reviewedBy: null,
  reviewedAt: null,
  note: '',
  transferId: null,
  version: 1,
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(suspense.get, () => row)
  server.answer(suspense.page, ({ body }) => ({
    records: [row],
    total: 1,
    current: body.current,
    size: body.size,
    totals: { amountFen: row.amountFen },
  }))
})

test('a payment of an unknown order is paid back through its provider, or by hand with a number', async () => {
  signIn('suspense:page', 'resolution:create')
  const sent: object[] = []
  server.answer(resolution.create, ({ body }) => {
    sent.push(body)
    return filed
  })
  const { user } = await renderAt('/?open=1', [{ path: '/', Component: SuspensePage }])
  await user.click(await screen.findByRole('button', { name: '处理' }))
  await user.click(await screen.findByRole('combobox', { name: /处理方式/ }))
  const form = within(screen.getAllByRole('dialog').at(-1) as HTMLElement)
  expect(await screen.findByRole('option', { name: '原路退回' })).toBeTruthy()
  await user.click(await screen.findByRole('option', { name: '手工退回' }))
  await user.type(await form.findByLabelText(/手工付款单号/), 'B-1')
  await user.type(form.getByLabelText(/说明/), '已退')
  await user.click(form.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ kind: 'byHand', suspenseId: '1', refundId: null, reference: 'B-1' })
})

test('without the permission to file resolutions, there is no button for it', async () => {
  signIn('suspense:page')
  await renderAt('/?open=1', [{ path: '/', Component: SuspensePage }])
  await screen.findAllByText('X-9')
  expect(screen.queryByRole('button', { name: '处理' })).toBeNull()
})
