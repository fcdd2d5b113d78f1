import { type PushPlanRow, pushPlan } from '@kabao/contract/engine/push-plan'
import { codes } from '@kabao/contract/kernel/envelope'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { choice } from '#test/choice.ts'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import PushPlanPage from './page.tsx'

const nobody: PushPlanRow['progress'] = {
  total: 0,
  waiting: 0,
  sent: 0,
  pushed: 0,
  unfit: 0,
  reasons: [],
  pending: 0,
  accepted: 0,
  rejected: 0,
  duplicate: 0,
  failed: 0,
  unknown: 0,
  returned: 0,
}
const one = (over: Partial<PushPlanRow> = {}): PushPlanRow => ({
  id: '11',
  name: '深圳老用户回访',
  planId: '5',
  planName: '标准计划',
  orgName: '华南银行',
  flow: 'full',
  channelId: null,
  channelName: null,
  cityCode: '440300',
  cityName: '广东省 深圳市',
  registeredFrom: null,
  registeredTo: null,
  userStatuses: ['matched'],
  riskLevels: [],
  sources: ['channel'],
  schedule: 'now',
  at: null,
  dailyAt: null,
  perMinute: 60,
  cap: null,
  status: 'draft',
  nextAt: null,
  holds: null,
  startedAt: null,
  endedAt: null,
  progress: nobody,
  remark: '',
  references: 0,
  createdBy: '李敏',
  updatedBy: '李敏',
  version: 3,
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
  ...over,
})
const acts = ['page', 'create', 'update', 'delete', 'schedule', 'withdraw', 'cancel', 'export']
const all = acts.map((act) => `pushPlan:${act}`)

let server: ReturnType<typeof fakeServer>
let rows: PushPlanRow[]
beforeEach(() => {
  rows = [
    one(),
    one({ id: '12', name: '每日推送', status: 'scheduled', schedule: 'daily', dailyAt: '10:00', cap: 2_000 }),
  ]
  server = fakeServer()
  // Registered first, because it also matches the paths of the choices and of the counts.
  server.answer(pushPlan.get, ({ params }) => rows.find(({ id }) => id === params.id) as PushPlanRow)
  server.answer(pushPlan.page, ({ body }) => ({
    records: rows,
    total: rows.length,
    current: body.current,
    size: body.size,
  }))
  server.answer(pushPlan.counts, () => ({
    draft: 4,
    scheduled: 30,
    running: 1,
    paused: 0,
    done: 3,
    cancelled: 2,
  }))
  server.answer(pushPlan.plans, () => [choice({ id: '5', name: '标准计划', hint: '华南银行' })])
  server.answer(pushPlan.channels, () => [])
  server.answer(pushPlan.audience, () => ({ count: 1_234 }))
})
const show = (address = '/', points = all) => {
  signIn(...points)
  return renderAt(address, [{ path: '/', Component: PushPlanPage }])
}
type User = Awaited<ReturnType<typeof show>>['user']
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement
const openMenu = async (user: User, name: string) => {
  await user.click(within(await rowOf(name)).getByRole('button', { name: '更多操作' }))
  return within(await screen.findByRole('menu'))
}

test('the list shows when and to how many it is sent; counts by state filter it at once', async () => {
  const { user, router } = await show()
  within(await rowOf('深圳老用户回访')).getByText('全部人群')
  const daily = within(await rowOf('每日推送'))
  for (const text of ['每日', '10:00', '2,000', '已排期']) daily.getByText(text)
  await user.click(await screen.findByRole('button', { name: /已排期 ?30/ }))
  await waitFor(() => expect(router.state.location.search).toBe('?status=scheduled'))
})

test('a scheduled push plan cannot be edited, and says why', async () => {
  const { user } = await show()
  const edit = within(await rowOf('每日推送')).getByRole('button', { name: /编辑/ })
  expect(edit.getAttribute('aria-disabled')).toBe('true')
  await user.click(edit)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a push plan is scheduled after a question that says what is sent', async () => {
  server.answer(pushPlan.schedule, () => one({ status: 'scheduled', version: 4 }))
  const { user } = await show()
  await user.click((await openMenu(user, '深圳老用户回访')).getByRole('menuitem', { name: '排期' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  dialog.getByText(/每个被接收的用户按计划的单价计费/)
  await user.click(dialog.getByRole('button', { name: '排期' }))
  await waitFor(() =>
    expect(server.calls(pushPlan.schedule)).toMatchObject([{ params: { id: '11' }, body: { version: 3 } }]),
  )
})

test('without permission to write there are no write actions', async () => {
  await show('/?open=11', ['pushPlan:page'])
  const panel = within(await screen.findByRole('dialog', { name: '推送计划详情' }))
  await panel.findByText('广东省 深圳市')
  for (const name of ['排期', '编辑', '复制为新推送计划', '取消推送计划'])
    expect(panel.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('button', { name: '添加推送计划' })).toBeNull()
})

describe('the details', () => {
  test('count the audience, say when it is sent, and keep the tab of the page when they close', async () => {
    const { user, router } = await show('/?tab=plans&open=12', [...all, 'push:page'])
    const panel = within(await screen.findByRole('dialog', { name: '推送计划详情' }))
    await panel.findByText('符合条件的用户 1,234 人')
    panel.getByText('正在读取发送时间…')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(router.state.location.search).toBe('?tab=plans'))
  })

  test('show how far it is, why it waits, and lead to the pushes that a figure counts', async () => {
    const progress = {
      ...nobody,
      total: 100,
      waiting: 40,
      pushed: 50,
      accepted: 30,
      rejected: 20,
      unfit: 10,
      reasons: [
        { reason: 'city' as const, count: 7 },
        { reason: 'profile' as const, count: 3 },
      ],
    }
    const running = { status: 'running' as const, startedAt: '2026-03-01T00:00:00.000Z', progress }
    rows = [one({ ...running, holds: 'dailyCap' })]
    await show('/?open=11', [...all, 'push:page'])
    const panel = within(await screen.findByRole('dialog', { name: '推送计划详情' }))
    await panel.findByText('暂时没有推送：每日上限已满。条件恢复后自动继续。')
    panel.getByText('已推送 50 / 100 人')
    const hrefOf = (name: string) => panel.getByRole('link', { name }).getAttribute('href')
    expect(hrefOf('50')).toBe('/plan/push-list?pushPlanId=11')
    expect(hrefOf('30')).toBe('/plan/push-list?pushPlanId=11&status=accepted')
    const reasons = within(panel.getByRole('table', { name: '不符合的原因' }))
    expect(reasons.getAllByRole('row').map((row) => row.textContent)).toEqual([
      ...['原因人数', '城市不符7', '资料不完整3'],
    ])
    expect(panel.queryByRole('button', { name: '暂停' })).toBeNull()
  })

  test('say that the audience could not be counted, and count it again', async () => {
    server.answer(pushPlan.audience, () => refusal({ code: codes.invalid, desc: '' }))
    const { user } = await show('/?open=11')
    const panel = within(await screen.findByRole('dialog', { name: '推送计划详情' }))
    await panel.findByText('人数统计失败')
    server.answer(pushPlan.audience, () => ({ count: 100_000, isMore: true as const }))
    await user.click(panel.getByRole('button', { name: '重新统计' }))
    await panel.findByText('符合条件的用户超过 100,000 人')
  })
})

describe('the form', () => {
  const openForm = async (user: User) => {
    await user.click(await screen.findByRole('button', { name: '添加推送计划' }))
    return within(await screen.findByRole('dialog', { name: '添加推送计划' }))
  }
  const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })

  test('counts the audience before it is saved, and sends the time of its schedule only', async () => {
    server.answer(pushPlan.create, () => one({ id: '13' }))
    const { user } = await show()
    const form = await openForm(user)
    form.getByText('选择计划后显示符合条件的人数')
    type(form.getByLabelText(/名称/), '新推送计划')
    await user.click(await form.findByRole('combobox', { name: /计划/ }))
    await user.click(await screen.findByRole('option', { name: /标准计划/ }))
    await form.findByText('符合条件的用户 1,234 人')
    await user.click(form.getByRole('combobox', { name: /发送方式/ }))
    await user.click(await screen.findByRole('option', { name: '每日' }))
    type(form.getByLabelText(/每日发送时间/), '25:00')
    type(form.getByLabelText(/总人数上限/), '500')
    form.getByText('最多发送其中 500 人')
    await user.click(form.getByRole('button', { name: '保存' }))
    await form.findByText('请输入 24 小时制时间，例如 06:30')
    type(form.getByLabelText(/每日发送时间/), '09:30')
    await user.click(form.getByRole('button', { name: '保存' }))
    await screen.findByText('添加成功')
    expect(server.calls(pushPlan.audience).at(-1)?.body).toMatchObject({ planId: '5', cityCode: null })
    expect(server.calls(pushPlan.create)).toHaveLength(1)
    expect(server.calls(pushPlan.create)[0]?.body).toMatchObject({
      name: '新推送计划',
      planId: '5',
      channelId: null,
      cityCode: null,
      userStatuses: [],
      schedule: 'daily',
      at: null,
      dailyAt: '09:30',
      perMinute: 60,
      cap: 500,
    })
  })

  test('another schedule drops the time of the one before', async () => {
    rows = [one({ schedule: 'daily', dailyAt: '10:00' })]
    server.answer(pushPlan.update, () => one({ version: 4 }))
    const { user } = await show()
    await user.click(within(await rowOf('深圳老用户回访')).getByRole('button', { name: '编辑' }))
    const form = within(await screen.findByRole('dialog', { name: '编辑推送计划' }))
    await user.click(form.getByRole('combobox', { name: /发送方式/ }))
    await user.click(await screen.findByRole('option', { name: '立即' }))
    expect(form.queryByLabelText(/每日发送时间/)).toBeNull()
    await user.click(form.getByRole('button', { name: '保存' }))
    await waitFor(() =>
      expect(server.calls(pushPlan.update)[0]?.body).toMatchObject({
        id: '11',
        version: 3,
        schedule: 'now',
        dailyAt: null,
        cityCode: '440300',
      }),
    )
  })

  test('a copy has a name of its own, and no sending time that has passed', async () => {
    rows = [one({ schedule: 'at', at: '2026-03-01T02:00:00.000Z', status: 'cancelled' })]
    server.answer(pushPlan.create, () => one({ id: '13' }))
    const { user } = await show()
    const menu = await openMenu(user, '深圳老用户回访')
    await user.click(menu.getByRole('menuitem', { name: '复制为新推送计划' }))
    const form = within(await screen.findByRole('dialog', { name: '添加推送计划' }))
    expect(form.getByLabelText<HTMLInputElement>(/名称/).value).toBe('深圳老用户回访 副本')
    await user.click(form.getByRole('button', { name: '保存' }))
    await form.findByText('请填写此项')
    expect(server.calls(pushPlan.create)).toEqual([])
  })

  test('an edit that somebody else overtook shows both values, and keeps what was typed', async () => {
    const current = one({ cityCode: '310100', perMinute: 120, version: 4 })
    server.answer(pushPlan.update, () => refusal({ code: codes.conflict, desc: '内容已被他人修改', current }))
    const { user } = await show()
    await user.click(within(await rowOf('深圳老用户回访')).getByRole('button', { name: '编辑' }))
    const form = within(await screen.findByRole('dialog', { name: '编辑推送计划' }))
    type(form.getByLabelText(/每分钟人数/), '300')
    await user.click(form.getByRole('button', { name: '保存' }))
    const line = async (name: string) =>
      (await form.findByRole('rowheader', { name })).closest('tr') as HTMLElement
    expect((await line('每分钟人数')).textContent).toBe('每分钟人数120300')
    const region = await line('地区')
    await waitFor(() => expect(region.textContent).toContain('上海市'))
    expect(form.getByLabelText<HTMLInputElement>(/每分钟人数/).value).toBe('300')
  })
})
