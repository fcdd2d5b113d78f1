import { type SalesmanRow, salesman } from '@kabao/contract/crm/salesman'
import { codes } from '@kabao/contract/kernel/envelope'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { choice } from '#test/choice.ts'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import SalesmanPage from './page.tsx'

const one = (over: Partial<SalesmanRow> = {}): SalesmanRow => ({
  id: '11',
  adminId: '3',
  accountName: '林静',
  isAccountEnabled: true,
  name: '林静',
  phone: '138****8002',
  teamId: '1',
  teamName: '华南销售一队',
  isHead: true,
  status: 'onDuty',
  deputyId: '12',
  deputyName: '周凯',
  leaveFrom: null,
  leaves: [],
  dailyQuota: 30,
  capacity: 100,
  weight: 10,
  cityCodes: [],
  sources: ['open'],
  windows: [],
  held: 42,
  taken: 7,
  handOver: null,
  remark: '',
  references: 3,
  createdBy: '李敏',
  updatedBy: '李敏',
  month: {
    claimed: 12,
    assigned: 34,
    contacted: 40,
    firstContactMinutes: 9,
    won: 5,
    lost: 2,
    wonFen: 130_000,
  },
  version: 3,
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
  ...over,
})
const acts = ['page', 'create', 'update', 'delete', 'export', 'reveal', 'goOnLeave', 'comeBack', 'leave']
const all = acts.map((act) => `salesman:${act}`)

let server: ReturnType<typeof fakeServer>
let rows: SalesmanRow[]
beforeEach(() => {
  rows = [
    one(),
    one({
      id: '12',
      name: '周凯',
      isHead: false,
      status: 'left',
      isAccountEnabled: false,
      held: 0,
      handOver: { toName: null, moved: 0, toPool: 9, startedAt: '2026-03-02T00:00:00.000Z', endedAt: null },
    }),
  ]
  server = fakeServer()
  // Registered first, because it also matches the paths of the choices and of the counts.
  server.answer(salesman.get, ({ params }) => rows.find(({ id }) => id === params.id) as SalesmanRow)
  server.answer(salesman.page, () => ({ records: rows, total: rows.length, current: 1, size: 20 }))
  server.answer(salesman.counts, () => ({ onDuty: 1, onLeave: 0, left: 1 }))
  server.answer(salesman.colleagues, () => [choice({ id: '12', name: '周凯' })])
  server.answer(salesman.accounts, () => [choice({ id: '9', name: '新账号' })])
  server.answer(salesman.teams, () => [choice({ id: '1', name: '华南销售一队' })])
})
const show = (address = '/', points = all) => {
  signIn(...points)
  return renderAt(address, [{ path: '/', Component: SalesmanPage }])
}
const rowOf = async (name: RegExp) => screen.findByRole('row', { name })

test('a row says what he holds, what of the quota is used and how the month went; a disabled account is marked', async () => {
  await show()
  const row = await rowOf(/林静/)
  for (const text of ['42 / 100', '7 / 30', '12', '34', '40', '9 分钟', '5', '2', '¥1,300.00', '在岗'])
    within(row).getByText(text)
  within(await rowOf(/周凯.*已离职/)).getByText('账号已停用')
})

test('a leave asks for the deputy, says what becomes of the leads, and is refused at the field', async () => {
  const { user } = await show('/?open=11')
  server.answer(salesman.goOnLeave, () =>
    refusal({ code: codes.invalid, desc: '提交的内容有误', fields: { deputyId: '不能是本人' } }),
  )
  const panel = await screen.findByRole('dialog', { name: '销售详情' })
  await user.click(await within(panel).findByRole('button', { name: '休假' }))
  const dialog = await screen.findByRole('dialog', { name: '“林静”休假' })
  within(dialog).getByText(/42 条线索将移交给代理人.*返岗后，已移交的线索不会退还/)
  await user.click(within(dialog).getByRole('button', { name: '休假' }))
  await within(dialog).findByText('不能是本人')
  expect(server.calls(salesman.goOnLeave)[0]?.body).toEqual({
    version: 3,
    deputyId: '12',
    lastOn: null,
    reason: '',
  })
  server.answer(salesman.goOnLeave, () => one({ status: 'onLeave', version: 4 }))
  await user.click(within(dialog).getByRole('button', { name: '休假' }))
  await screen.findByText('已登记休假，正在移交线索')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '“林静”休假' })).toBeNull())
})

test('a leave is planned, shown with its days, changed and cancelled', async () => {
  const leave = {
    id: '5',
    firstOn: '2026-12-01',
    lastOn: '2026-12-05',
    deputyId: '12',
    deputyName: '周凯',
    reason: '年假',
    hasBegun: false,
  }
  rows = [one({ leaves: [leave] })]
  const { user } = await show('/?open=11')
  within(await rowOf(/林静/)).getByText('2026-12-01 至 2026-12-05 休假')
  const panel = within(await screen.findByRole('dialog', { name: '销售详情' }))
  await panel.findByText('2026-12-01 至 2026-12-05 休假 · 代理人 周凯 · 年假')

  server.answer(salesman.changeLeave, () =>
    refusal({ code: codes.invalid, desc: '提交的内容有误', fields: { firstOn: '与他的另一段休假重叠' } }),
  )
  await user.click(panel.getByRole('button', { name: '修改' }))
  const dialog = within(await screen.findByRole('dialog', { name: '修改“林静”的休假' }))
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await dialog.findByText('与他的另一段休假重叠')
  expect(server.calls(salesman.changeLeave)[0]?.body).toEqual({
    version: 3,
    leaveId: '5',
    firstOn: '2026-12-01',
    lastOn: '2026-12-05',
    deputyId: '12',
    reason: '年假',
  })
  server.answer(salesman.changeLeave, () => one({ version: 4 }))
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await screen.findByText('已修改休假')

  server.answer(salesman.cancelLeave, () => one({ version: 4 }))
  await user.click(panel.getByRole('button', { name: '取消' }))
  await user.click(
    within(await screen.findByRole('alertdialog', { name: '取消这段休假？' })).getByRole('button', {
      name: '取消休假',
    }),
  )
  await screen.findByText('已取消休假')
  expect(server.calls(salesman.cancelLeave)[0]?.body).toEqual({ version: 3, leaveId: '5' })

  await user.click(panel.getByRole('button', { name: '安排休假' }))
  const plan = within(await screen.findByRole('dialog', { name: '为“林静”安排休假' }))
  await user.click(plan.getByRole('button', { name: '保存' }))
  await plan.findAllByText('请填写此项')
  expect(server.calls(salesman.planLeave)).toEqual([])
})

test('leaving needs a reason; without another one the leads return to their pools', async () => {
  const { user } = await show()
  server.answer(salesman.leave, () => one({ status: 'left', version: 4 }))
  await user.click(within(await rowOf(/林静/)).getByRole('button', { name: '更多操作' }))
  await user.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: '离职' }))
  const dialog = await screen.findByRole('dialog', { name: '“林静”离职' })
  await user.click(within(dialog).getByRole('button', { name: '离职' }))
  expect(server.calls(salesman.leave)).toEqual([])
  await user.type(within(dialog).getByRole('textbox', { name: '原因' }), '个人原因')
  await user.click(within(dialog).getByRole('button', { name: '离职' }))
  await screen.findByText('已登记离职，正在移交线索')
  expect(server.calls(salesman.leave)[0]?.body).toEqual({ version: 3, toId: null, reason: '个人原因' })
})

test('the details show the hand-over and why he gets no leads', async () => {
  await show('/?open=12')
  const panel = within(await screen.findByRole('dialog', { name: '销售详情' }))
  await panel.findByText(/账号已停用，因此视为不在岗/)
  panel.getByText('各自的线索池')
  panel.getByText('移交中')
  expect(panel.queryByRole('button', { name: '休假' })).toBeNull()
})

test('a new salesman has an account, which an existing one keeps', async () => {
  const { user } = await show()
  server.answer(salesman.create, () => one({ id: '13' }))
  await user.click(await screen.findByRole('button', { name: '添加销售' }))
  const dialog = within(await screen.findByRole('dialog', { name: '添加销售' }))
  await user.click(await dialog.findByRole('combobox', { name: '登录账号' }))
  await user.click(await screen.findByRole('option', { name: /新账号/ }))
  await user.type(dialog.getByRole('textbox', { name: '姓名' }), '新人')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(server.calls(salesman.create)).toHaveLength(1))
  expect(server.calls(salesman.create)[0]?.body).toMatchObject({ adminId: '9', name: '新人', capacity: 100 })
  await user.click(within(await rowOf(/林静/)).getByRole('button', { name: '编辑' }))
  const edit = within(await screen.findByRole('dialog', { name: '编辑销售' }))
  expect(edit.queryByRole('combobox', { name: '登录账号' })).toBeNull()
})

test('whoever may only read has no button to change anything', async () => {
  await show('/?open=11', ['salesman:page'])
  const panel = within(await screen.findByRole('dialog', { name: '销售详情' }))
  await panel.findByText('42 / 100')
  for (const name of ['休假', '离职', '编辑', '复制设置', '查看完整手机号'])
    expect(panel.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('button', { name: '添加销售' })).toBeNull()
})
