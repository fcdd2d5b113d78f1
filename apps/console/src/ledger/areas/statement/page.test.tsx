import { type Statement, statement } from '@kabao/contract/ledger/statement'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import StatementPage from './page.tsx'

const sheet: Statement = {
  orgId: '3',
  orgCode: 'south',
  orgName: '华南信用卡中心',
  month: '2026-03',
  isOver: true,
  from: '2026-02-28T16:00:00.000Z',
  to: '2026-03-31T16:00:00.000Z',
  openingFen: 100000,
  closingFen: 95500,
  transfers: 1,
  kinds: [{ kind: 'charge', transfers: 1, fen: -4500 }],
  plans: [{ planId: '5', planName: '标准计划', transfers: 1, fen: -4500 }],
  days: [{ day: '2026-03-02', transfers: 1, fen: -4500, closingFen: 95500 }],
}
const link = {
  id: '8',
  orgId: '3',
  orgName: '华南信用卡中心',
  month: '2026-03',
  status: 'active' as const,
  expiresAt: '2026-04-08T00:00:00.000Z',
  revokedAt: null,
  revokedBy: null,
  opened: 2,
  openedAt: null,
  createdBy: '王经理',
  createdAt: '2026-04-01T00:00:00.000Z',
}

const row = {
  id: '3',
  orgCode: 'south',
  orgName: '华南信用卡中心',
  openingFen: 100000,
  rechargedFen: 0,
  paidOutFen: 0,
  chargedFen: -4500,
  refundedFen: 0,
  adjustedFen: 0,
  closingFen: 95500,
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(statement.page, ({ body }) => ({
    records: [],
    total: 0,
    current: body.current,
    size: body.size,
  }))
  server.answer(statement.sheet, () => sheet)
  server.answer(statement.overview, ({ body }) => ({
    records: [row],
    total: 1,
    current: body.current,
    size: body.size,
    totals: null,
  }))
  server.answer(statement.orgs, () => [])
  server.answer(statement.linkPage, ({ body }) => ({
    records: [link],
    total: 1,
    current: body.current,
    size: body.size,
  }))
})

test('without an organization the page shows a month of all; a row opens its statement', async () => {
  signIn('statement:page')
  const { user } = await renderAt('/?month=2026-03', [{ path: '/', Component: StatementPage }])
  await screen.findByText('-¥45.00')
  expect(screen.queryByRole('button', { name: '撤销' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '查看对账单' }))
  await screen.findByText('标准计划')
  expect(server.calls(statement.sheet).at(-1)?.query).toEqual({ orgId: '3', month: '2026-03' })
  await user.click(screen.getByRole('link', { name: '全部机构' }))
  await screen.findByText('-¥45.00')
})

test('with an organization and no month the page asks for it', async () => {
  signIn('statement:page')
  await renderAt('/?orgId=3', [{ path: '/', Component: StatementPage }])
  await screen.findByText('选择机构和月份后显示对账单')
})

test('a chosen statement shows its balances and sums; a link is made and shown once', async () => {
  signIn('statement:page', 'statement:send')
  server.answer(statement.send, () => ({ token: 'x'.repeat(43), link }))
  const { user } = await renderAt('/?orgId=3&month=2026-03', [{ path: '/', Component: StatementPage }])
  await screen.findByText('标准计划')
  screen.getByText('¥1,000.00')
  screen.getByText(/账期 2026-03-01 – 2026-03-31/)
  // By type, by plan and by day.
  const totals = screen.getAllByRole('row', { name: /^合计/ }).map(({ textContent }) => textContent)
  expect(totals).toEqual(['合计1-¥45.00', '合计1-¥45.00', '合计1-¥45.00¥955.00'])
  await user.click(screen.getByRole('button', { name: '发送链接' }))
  await user.click(await screen.findByRole('button', { name: '生成链接' }))
  const shown = await screen.findByDisplayValue(/\/shared\/statement#x{43}$/)
  expect(shown).toBeTruthy()
})

test('a link is revoked after a question', async () => {
  signIn('statement:page', 'statement:send')
  server.answer(statement.revoke, () => ({ ...link, status: 'revoked' as const }))
  const { user } = await renderAt('/', [{ path: '/', Component: StatementPage }])
  await user.click(await screen.findByRole('button', { name: '撤销' }))
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getByRole('button', { name: '撤销' }))
  await screen.findByText('已撤销')
})
