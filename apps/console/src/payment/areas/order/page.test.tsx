import { type OrderDetail, order } from '@kabao/contract/payment/payment-order'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import OrderPage from './page.tsx'

const at = '2026-03-02T00:00:00.000Z'
const detail: OrderDetail = {
  id: '912737503713217293',
  channelNo: 'C-1',
  channelId: '4',
  channelName: '百度搜索',
  userId: '9',
  phone: '138****1234',
  name: '张*',
  productId: '3',
  productName: '新人礼包',
  collectionId: '5',
  collectionName: '支付宝',
  provider: 'alipay',
  tradeNo: null,
  poolLinkId: null,
  status: 'created',
  reason: null,
  amountFen: 990,
  feeFen: 0,
  paidFen: 0,
  refundedFen: 0,
  refundingFen: 0,
  createdAt: at,
  closesAt: at,
  paidAt: null,
  endedAt: null,
  attempts: [
    {
      id: '1',
      at,
      kind: 'create',
      collectionName: '支付宝',
      outcome: 'created',
      message: null,
      tookMs: 12,
      whyNot: [],
    },
  ],
  callbacks: [],
  refunds: [],
  isWaiting: false,
  notices: [],
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  const { attempts: _a, callbacks: _c, refunds: _r, notices: _n, isWaiting: _w, ...row } = detail
  server.answer(order.page, () => ({ records: [row], total: 1, current: 1, size: 20 }))
  server.answer(order.get, () => detail)
})
const routes = [{ path: '/', Component: OrderPage }]

test('the provider is asked about selected orders; those that do not allow it are told', async () => {
  signIn('order:page', 'order:ask')
  server.answer(order.askMany, () => ({ done: 0, others: 1 }))
  const { user } = await renderAt('/', routes)
  const row = await screen.findByRole('row', { name: /新人礼包/ })
  await user.click(within(row).getByRole('checkbox'))
  expect(screen.queryByRole('button', { name: '重新通知' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '查询支付结果' }))
  const question = await screen.findByRole('alertdialog', { name: '向支付机构查询选中的 1 个订单？' })
  await user.click(within(question).getByRole('button', { name: '查询支付结果' }))
  await screen.findByText('已安排 0 个订单；其余 1 个当前不允许此操作')
  expect(server.calls(order.askMany)[0]?.body).toEqual({ ids: [detail.id] })
})

test('an order that waits for its payment can be asked about; one of the link pool leads to its link', async () => {
  signIn('order:page', 'order:ask', 'poolLink:page')
  server.answer(order.ask, () => detail)
  const { user } = await renderAt(`/?open=${detail.id}`, routes)
  const panel = await screen.findByRole('dialog', { name: '订单详情' })
  expect(within(panel).queryByRole('link', { name: '查看收款链接' })).toBeNull()
  await user.click(await within(panel).findByRole('button', { name: '查询支付结果' }))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: '查询支付结果' }))
  await screen.findByText('已安排查询，结果见处理过程')

  server.answer(order.get, () => ({ ...detail, id: '8', provider: 'pool' as const, poolLinkId: '77' }))
  await renderAt('/?open=8', routes)
  const link = await screen.findByRole('link', { name: '查看收款链接' })
  expect(link.getAttribute('href')).toBe('/payConfig/pool-list?open=77')
})

test('who may only see orders has no check boxes', async () => {
  signIn('order:page')
  await renderAt('/', routes)
  await screen.findByRole('row', { name: /新人礼包/ })
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a refund begins with what is left, and is sent after its amount was confirmed', async () => {
  signIn('order:page', 'order:refund')
  const paid = { ...detail, status: 'paid' as const, paidFen: 990, refundedFen: 90 }
  server.answer(order.get, () => paid)
  server.answer(order.refund, () => ({ ...paid, refundedFen: 590 }))
  const { user } = await renderAt(`/?open=${detail.id}`, routes)
  const panel = await screen.findByRole('dialog', { name: '订单详情' })
  const amount = (await within(panel).findByLabelText(/退款金额/)) as HTMLInputElement
  expect(Number(amount.value)).toBe(9)
  const button = within(panel).getByRole('button', { name: '退款' })
  await user.click(button)
  expect(document.activeElement).toBe(within(panel).getByLabelText(/退款原因/))
  await user.type(within(panel).getByLabelText(/退款原因/), '用户退货')
  await user.clear(amount)
  await user.click(button)
  await within(panel).findByText('请填写此项')
  await user.type(amount, '9.01')
  await user.click(button)
  expect(await within(panel).findAllByText('最多可退 ¥9.00')).toHaveLength(2)
  expect(server.calls(order.refund)).toHaveLength(0)
  await user.clear(amount)
  await user.type(amount, '5')
  await user.click(button)
  const confirm = async (name: string) => {
    const question = await screen.findByRole('alertdialog', { name })
    await user.click(within(question).getByRole('button', { name: '退款' }))
    return question
  }
  await confirm('退款 ¥5.00？')
  await screen.findByText('已提交退款')
  expect(server.calls(order.refund).map(({ body }) => body)).toEqual([{ amountFen: 500, reason: '用户退货' }])

  // Its answer is lost, and it is sent again, also from a new question of the same form.
  server.answer(order.refund, () => {
    throw new Error('lost')
  })
  await user.type(within(panel).getByLabelText(/退款原因/), '再退')
  await user.click(button)
  const question = await confirm('退款 ¥4.00？')
  await confirm('退款 ¥4.00？')
  await user.click(within(question).getByRole('button', { name: '取消' }))
  await user.click(button)
  server.answer(order.refund, () => paid)
  await confirm('退款 ¥4.00？')
  await waitFor(() => expect(server.calls(order.refund)).toHaveLength(4))
  const [first, ...others] = server.calls(order.refund).map(({ headers }) => headers['Idempotency-Key'])
  expect(others).toEqual([others[0], others[0], others[0]])
  expect(others[0]).not.toBe(first)
})
