import { type PoolLinkDetail, poolLink } from '@kabao/contract/payment/pool-link'
import { poolLinkImport } from '@kabao/contract/payment/pool-link-import'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import PoolPage from './page.tsx'

const link: PoolLinkDetail = {
  id: '7',
  url: 'https://pay.example.com/q/1',
  productId: '3',
  productName: '新人礼包',
  amountFen: 990,
  collectionId: null,
  collectionName: null,
  expiresAt: null,
  batchId: '2',
  fileName: '链接.csv',
  status: 'idle',
  orderId: null,
  assignedAt: null,
  updatedBy: null,
  version: 1,
  createdAt: '2026-03-02T00:00:00.000Z',
  updatedAt: '2026-03-02T00:00:00.000Z',
  orders: [{ orderId: '42', at: '2026-03-02T01:00:00.000Z', endedAt: '2026-03-02T01:30:00.000Z' }],
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  const paged = <R,>(records: R[]) => ({ records, total: records.length, current: 1, size: 20 })
  const { orders: _, ...row } = link
  server.answer(poolLink.page, () => paged([row]))
  server.answer(poolLink.get, () => link)
  server.answer(poolLink.counts, () => ({ idle: 1, assigned: 0, used: 0, expired: 0, void: 0 }))
  server.answer(poolLinkImport.imports, () => [])
  server.answer(poolLink.batches, () =>
    paged([
      {
        id: '2',
        fileName: '链接.csv',
        total: 10,
        idle: 6,
        assigned: 1,
        used: 2,
        expired: 1,
        void: 0,
        createdBy: '李敏',
        createdAt: '2026-03-02T00:00:00.000Z',
      },
    ]),
  )
})
const routes = [{ path: '/', Component: PoolPage }]

test('a link is shown with its price and its former orders; whoever may not import or void has no button for it', async () => {
  signIn('poolLink:page')
  const { user } = await renderAt('/', routes)
  const row = await screen.findByRole('row', { name: /pay\.example\.com/ })
  expect(row.textContent).toMatch(/空闲.*新人礼包.*¥9\.90.*不限.*长期/)
  expect(screen.queryByRole('button', { name: '导入' })).toBeNull()
  await user.click(row)
  const panel = await screen.findByRole('dialog', { name: '链接详情' })
  expect(await within(panel).findByRole('link', { name: '42' })).toHaveProperty(
    'href',
    expect.stringContaining('/payConfig/order-list?open=42'),
  )
  within(panel).getByText(/退回/)
  expect(within(panel).queryByRole('button', { name: '作废' })).toBeNull()
})

test('voiding a link asks first', async () => {
  signIn('poolLink:page', 'poolLink:void')
  server.answer(poolLink.void, () => ({ ...link, status: 'void' as const, version: 2 }))
  const { user } = await renderAt('/?open=7', routes)
  const panel = await screen.findByRole('dialog', { name: '链接详情' })
  await user.click(await within(panel).findByRole('button', { name: '作废' }))
  const question = await screen.findByRole('alertdialog')
  within(question).getByText(/不能撤销/)
  await user.click(within(question).getByRole('button', { name: '作废' }))
  await screen.findByText('已作废', { selector: '[role=status] *, [role=alert] *' })
})

test('a batch says what became of its links, and leads to them', async () => {
  signIn('poolLink:page')
  const { user } = await renderAt('/?tab=batches', routes)
  const row = await screen.findByRole('row', { name: /链接\.csv/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(expect.arrayContaining(['2', '链接.csv', '10', '6', '1', '0', '李敏']))
  await user.click(row)
  await screen.findByRole('row', { name: /pay\.example\.com/ })
})
