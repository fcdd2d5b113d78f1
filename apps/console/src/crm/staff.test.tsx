import { type LeadPoolRow, leadPool } from '@kabao/contract/crm/lead-pool'
import { type SalesTeamRow, salesTeam } from '@kabao/contract/crm/sales-team'
import { salesman } from '@kabao/contract/crm/salesman'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { choice, findCombobox } from '#test/choice.ts'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import CrmStaff from './staff.tsx'

const changed = {
  createdBy: '李敏',
  updatedBy: '李敏',
  version: 3,
  remark: '',
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
}
const team = (over: Partial<SalesTeamRow> = {}): SalesTeamRow => ({
  id: '1',
  name: '华南销售一队',
  headId: '11',
  headName: '林静',
  memberCount: 2,
  references: 3,
  members: [
    { id: '11', name: '林静', status: 'onDuty' },
    { id: '12', name: '周凯', status: 'onLeave' },
  ],
  poolId: '5',
  poolName: '华南线索池',
  ...changed,
  ...over,
})
const pool = (over: Partial<LeadPoolRow> = {}): LeadPoolRow => ({
  id: '5',
  name: '华南线索池',
  kind: 'team',
  teamId: '1',
  teamName: '华南销售一队',
  ownerId: null,
  ownerName: null,
  maxHeld: 100,
  maxClaimsPerDay: 50,
  coolDownDays: 7,
  lockMinutes: 30,
  recycleDays: 7,
  protectDays: 60,
  firstContactMinutes: 30,
  hiddenFields: ['phone'],
  isAutomatic: true,
  waiting: 10_001,
  held: 8,
  references: 9,
  ...changed,
  ...over,
})

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  const paged = <R,>(records: R[]) => ({ records, total: records.length, current: 1, size: 20 })
  server.answer(salesman.page, () => paged([]))
  server.answer(salesman.counts, () => ({ onDuty: 0, onLeave: 0, left: 0 }))
  server.answer(salesTeam.page, () =>
    paged([
      team(),
      team({
        id: '2',
        name: '空队',
        headId: null,
        headName: null,
        memberCount: 0,
        members: [],
        poolId: null,
      }),
    ]),
  )
  server.answer(salesTeam.heads, () => [
    choice({ id: '11', name: '林静' }),
    choice({ id: '12', name: '周凯' }),
  ])
  server.answer(leadPool.page, () =>
    paged([
      pool(),
      pool({ id: '1', name: '公海', kind: 'public', teamId: null, teamName: null, isAutomatic: false }),
    ]),
  )
  server.answer(leadPool.owners, () => [])
})
const show = (address: string, ...points: string[]) => {
  signIn(...points)
  return renderAt(address, [{ path: '/', Component: CrmStaff }])
}
const pages = ['salesman:page', 'salesTeam:page', 'leadPool:page']

test('the tab is in the address, and each asks for its own list only', async () => {
  const { user, router } = await show('/', ...pages)
  await screen.findByRole('heading', { name: '销售' })
  await user.click(screen.getByRole('link', { name: '线索池' }))
  await screen.findByRole('heading', { name: '线索池' })
  expect(router.state.location.search).toBe('?tab=pools')
  expect(server.calls(salesTeam.page)).toEqual([])
})

test('a team shows its head, members and pool; it is deleted only when it is empty', async () => {
  const { user } = await show('/?tab=teams', ...pages, 'salesTeam:update', 'salesTeam:delete')
  const row = await screen.findByRole('row', { name: /华南销售一队/ })
  for (const text of ['林静, 周凯', '华南线索池']) within(row).getByText(text)
  await user.click(within(row).getByRole('button', { name: '更多操作' }))
  await user.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: /删除/ }))
  await screen.findByText('团队还有 2 名成员，不能删除')
  server.answer(salesTeam.remove, () => null)
  await user.click(
    within(await screen.findByRole('row', { name: /空队/ })).getByRole('button', { name: '更多操作' }),
  )
  await user.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: /删除/ }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(server.calls(salesTeam.remove)).toHaveLength(1))
})

test('the head of a team is chosen among its members', async () => {
  const { user } = await show('/?tab=teams', ...pages, 'salesTeam:update')
  const row = await screen.findByRole('row', { name: /华南销售一队/ })
  await user.click(within(row).getByRole('button', { name: '编辑' }))
  const dialog = within(await screen.findByRole('dialog', { name: '编辑团队' }))
  server.answer(salesTeam.update, () => team({ headId: '12' }))
  // The dialog puts the focus on its first field, which would close the list again.
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/^名称/)))
  await user.click(await findCombobox(dialog, '负责人'))
  await user.click(await screen.findByRole('option', { name: /周凯/ }))
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(server.calls(salesTeam.update)).toHaveLength(1))
  expect(server.calls(salesTeam.update)[0]?.body).toEqual({
    id: '1',
    version: 3,
    name: '华南销售一队',
    headId: '12',
    remark: '',
  })
  expect(server.calls(salesTeam.heads)[0]?.query).toMatchObject({ teamId: '1' })
})

test('a pool explains its rules; the public one stays', async () => {
  const { user } = await show('/?tab=pools', ...pages, 'leadPool:update', 'leadPool:delete')
  const row = await screen.findByRole('row', { name: /公海/ })
  within(await screen.findByRole('row', { name: /华南线索池/ })).getByText('10,000+')
  await user.click(within(row).getByRole('button', { name: '更多操作' }))
  await user.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: /删除/ }))
  await screen.findByText('公海不能删除')
  await user.click(within(row).getByRole('button', { name: '编辑' }))
  const dialog = within(await screen.findByRole('dialog', { name: '编辑线索池' }))
  for (const text of [
    /退回不返还次数/,
    /几天没有跟进/,
    /持有几天仍未成交/,
    /超时则转给下一人/,
    /持有线索之前看不到/,
  ])
    dialog.getByText(text)
  server.answer(leadPool.update, () => pool({ isAutomatic: true }))
  await user.click(dialog.getByRole('switch'))
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(server.calls(leadPool.update)).toHaveLength(1))
  expect(server.calls(leadPool.update)[0]?.body).toMatchObject({ id: '1', isAutomatic: true, recycleDays: 7 })
})
