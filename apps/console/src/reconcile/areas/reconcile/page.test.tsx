import { correction } from '@kabao/contract/reconcile/correction'
import { type DifferenceDetail, difference } from '@kabao/contract/reconcile/difference'
import { reconcile } from '@kabao/contract/reconcile/reconcile'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import ReconcilePage from './page.tsx'

const row: DifferenceDetail = {
  id: '1',
  kind: 'orgList',
  item: 'push',
  gap: 'amount',
  reconcileId: '5',
  day: '2026-03-10',
  whose: '华南信用卡中心',
  ref: 'p11',
  oursId: '11',
  oursFen: 4500,
  theirsFen: 4000,
  oursCount: null,
  theirsCount: null,
  oursStatus: 'accepted',
  theirsStatus: 'accepted',
  differenceFen: -500,
  status: 'open',
  cause: null,
  note: '',
  updatedBy: null,
  version: 1,
  createdAt: '2026-03-11T00:00:00.000Z',
  updatedAt: '2026-03-11T00:00:00.000Z',
  behind: [{ what: 'push', id: '11', at: '2026-03-10T00:00:00.000Z', fen: 4500, status: 'accepted' }],
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(reconcile.page, ({ body }) => ({
    records: [],
    total: 0,
    current: body.current,
    size: body.size,
  }))
  server.answer(difference.page, ({ body }) => ({
    records: [row],
    total: 1,
    current: body.current,
    size: body.size,
  }))
  server.answer(difference.counts, () => ({ open: 1, correcting: 0, corrected: 0, closed: 0, gone: 0 }))
  server.answer(difference.get, () => row)
})

test('a difference is closed with a reason, and a correction of the suggested amount is asked for', async () => {
  signIn('difference:page', 'difference:handle', 'correction:ask')
  server.answer(correction.ask, () => ({
    id: '9',
    differenceId: '1',
    whose: row.whose,
    ref: 'p11',
    kind: 'orgList' as const,
    item: 'push' as const,
    status: 'asked' as const,
    differenceFen: -500,
    amountFen: 500,
    reason: '按机构对账单',
    note: '',
    createdBy: '王经理',
    createdAt: row.createdAt,
    reviewedBy: null,
    reviewedAt: null,
    isOwn: true,
    isFilersAccount: false,
    version: 1,
  }))
  const { user } = await renderAt('/?tab=differences&open=1', [{ path: '/', Component: ReconcilePage }])
  const panel = within(await screen.findByRole('dialog'))
  await panel.findByText('相关记录')
  const [, reason] = panel.getAllByRole('textbox', { name: /说明|更正原因/ })
  await user.type(reason as HTMLElement, '按机构对账单')
  await user.click(panel.getByRole('button', { name: '申请更正' }))
  await screen.findByText('已申请更正，待他人审核')
  expect(server.calls(correction.ask)[0]?.body).toEqual({
    version: 1,
    amountFen: 500,
    reason: '按机构对账单',
  })
})

test('who may only see differences gets no tabs and no forms', async () => {
  signIn('difference:page')
  await renderAt('/?open=1', [{ path: '/', Component: ReconcilePage }])
  await screen.findAllByText('p11')
  expect(screen.queryByRole('navigation', { name: '对账' })).toBeNull()
  expect(screen.queryByRole('button', { name: '申请更正' })).toBeNull()
})

test('when the details of a difference close, its list stays', async () => {
  signIn('reconcile:page', 'difference:page')
  const { user } = await renderAt('/?tab=differences&open=1', [{ path: '/', Component: ReconcilePage }])
  const panel = await screen.findByRole('dialog')
  await user.click(within(panel).getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const current = await screen.findByRole('link', { current: 'page' })
  expect(current.textContent).toBe('对账差异')
  expect(screen.getAllByText('p11').length).toBeGreaterThan(0)
})

test('a comparison that is started with nothing says at each field that it must be filled in', async () => {
  signIn('reconcile:page', 'reconcile:run')
  server.answer(reconcile.orgs, () => [])
  const { user } = await renderAt('/', [{ path: '/', Component: ReconcilePage }])
  await user.click(await screen.findByRole('button', { name: '导入机构对账单' }))
  const dialog = within(await screen.findByRole('dialog', { name: '导入机构对账单' }))
  // Until its list is fetched the field is an input that looks like it, so it is looked up anew each time.
  const org = () => dialog.getByRole('combobox', { name: '机构' })
  await waitFor(org)
  await user.click(dialog.getByRole('button', { name: '开始对账' }))
  // The organization, the first day and the file; the last day may be left empty.
  await waitFor(() => expect(dialog.getAllByText('请填写此项')).toHaveLength(3))
  await waitFor(() => expect(document.activeElement).toBe(org()))
  expect(org().getAttribute('aria-expanded')).toBe('false')
})
