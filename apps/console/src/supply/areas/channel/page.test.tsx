import { codes } from '@kabao/contract/kernel/envelope'
import { setting } from '@kabao/contract/operations/setting'
import { type ChannelRow, channel, channelUv } from '@kabao/contract/supply/channel'
import { channelImport } from '@kabao/contract/supply/channel-import'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { choice } from '#test/choice.ts'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import ChannelPage from './page.tsx'
import UvPage from './uv-page.tsx'

const one = (over: Partial<ChannelRow> = {}): ChannelRow => ({
  id: '11',
  code: 'c4mk29xa',
  landingUrl: null,
  name: '抖音信息流',
  flow: 'full',
  contactName: '陈**',
  contactPhone: '138****1234',
  settlement: 'cpa',
  priceFen: 650,
  shareBp: null,
  deductionBp: 1_250,
  dailyCap: null,
  allowedIps: [],
  callsPerSecond: null,
  notifyUrl: null,
  ownerId: null,
  ownerName: null,
  status: 'enabled',
  remark: '',
  references: 0,
  createdBy: '李敏',
  updatedBy: '李敏',
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
  version: 3,
  ...over,
})
const acts = ['page', 'create', 'update', 'delete', 'enable', 'disable', 'export', 'reveal']
const all = (area: string) => acts.map((act) => `${area}:${act}`)

let server: ReturnType<typeof fakeServer>
let rows: ChannelRow[]
beforeEach(() => {
  rows = [
    one(),
    one({ id: '12', name: '百度搜索', status: 'disabled', references: 7, settlement: 'cps' }),
    one({ id: '13', name: '门店', contactName: '', contactPhone: '', dailyCap: 2_000 }),
  ]
  Object.assign(rows[1] as ChannelRow, { priceFen: null, shareBp: 2_050 })
  server = fakeServer()
  server.answer(channel.get, ({ params }) => rows.find(({ id }) => id === params.id) as ChannelRow)
  for (const area of [channel, channelUv]) {
    server.answer(area.page, ({ body }) => ({
      records: rows,
      total: rows.length,
      current: body.current,
      size: body.size,
    }))
    server.answer(area.counts, () => ({ enabled: 30, disabled: 4 }))
    server.answer(area.owners, () => [choice({ id: '5', code: 'limin', name: '李敏' })])
  }
})
/** Stands for the page of a new channel. */
const NewPage = () => null
const show = (address = '/', points = all('channel')) => {
  signIn(...points)
  return renderAt(address, [
    { path: '/', Component: ChannelPage },
    { path: '/channel/detail', Component: NewPage },
  ])
}
type User = Awaited<ReturnType<typeof show>>['user']
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement
const openMenu = async (user: User, name: string) => {
  await user.click(within(await rowOf(name)).getByRole('button', { name: '更多操作' }))
  return within(await screen.findByRole('menu'))
}
const openForm = async (user: User) => {
  await user.click(await screen.findByRole('button', { name: '添加渠道' }))
  return within(await screen.findByRole('dialog', { name: '添加渠道' }))
}
const choose = async (
  user: User,
  form: Awaited<ReturnType<typeof openForm>>,
  label: RegExp,
  name: string,
) => {
  await user.click(form.getByRole('combobox', { name: label }))
  await user.click(await screen.findByRole('option', { name }))
}

test('the list shows amounts in yuan, shares in percent, and counts by state', async () => {
  await show()
  const row = within(await rowOf('抖音信息流'))
  for (const text of ['c4mk29xa', '¥6.50', '12.5%', '按注册（CPA）', '启用', '陈**']) row.getByText(text)
  within(await rowOf('门店')).getByText('2,000')
  await screen.findByRole('button', { name: /停用 ?4/ })
})

test('a state with more rows than are counted exactly says so, and so does the sum', async () => {
  server.answer(channel.counts, () => ({ enabled: 10_001, disabled: 4 }))
  await show()
  await screen.findByRole('button', { name: /启用 ?10,000\+/ })
  await screen.findByRole('button', { name: /全部 ?10,004\+/ })
  await screen.findByRole('button', { name: /停用 ?4$/ })
})

test('a state above the list filters it at once; other filters wait for the search', async () => {
  const { user, router } = await show()
  await user.click(await screen.findByRole('button', { name: /停用 ?4/ }))
  await waitFor(() => expect(server.calls(channel.page).at(-1)?.body).toMatchObject({ status: 'disabled' }))
  await user.type(screen.getByLabelText('渠道编码'), 'c4m')
  expect(router.state.location.search).toBe('?status=disabled')
  await user.click(screen.getByRole('button', { name: '查询' }))
  await waitFor(() =>
    expect(server.calls(channel.page).at(-1)?.body).toMatchObject({ status: 'disabled', code: 'c4m' }),
  )
})

test('a channel in use shows why it cannot be deleted, and nothing is sent', async () => {
  const { user } = await show()
  const item = (await openMenu(user, '百度搜索')).getByRole('menuitem', { name: /删除/ })
  expect(item.textContent).toContain('有 7 条记录引用它，不能删除')
  expect(item.getAttribute('aria-disabled')).toBe('true')
  await user.click(item)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a channel is disabled after a question that says what it does', async () => {
  server.answer(channel.disable, () => one({ status: 'disabled', version: 4 }))
  const { user } = await show()
  await user.click((await openMenu(user, '抖音信息流')).getByRole('menuitem', { name: '停用' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  dialog.getByText('停用后不再接收它带来的用户，已有用户不受影响。')
  await user.click(dialog.getByRole('button', { name: '停用' }))
  await screen.findByText('已停用')
  expect(server.calls(channel.disable)).toMatchObject([{ params: { id: '11' }, body: { version: 3 } }])
})

test('several selected rows offer only what the administrator may do', async () => {
  const { user } = await show('/', ['channel:page', 'channel:enable'])
  await user.click(within(await rowOf('百度搜索')).getByRole('checkbox'))
  await screen.findByRole('button', { name: '批量启用' })
  expect(screen.queryByRole('button', { name: '批量删除' })).toBeNull()
})

test('without permission to write there are no write actions and no reveal', async () => {
  const { user } = await show('/', ['channel:page'])
  await rowOf('抖音信息流')
  expect(screen.queryByRole('button', { name: '添加渠道' })).toBeNull()
  expect(screen.queryByRole('button', { name: '编辑' })).toBeNull()
  await user.click(within(await rowOf('抖音信息流')).getByRole('button', { name: '详情' }))
  const panel = within(await screen.findByRole('dialog', { name: '渠道详情' }))
  await panel.findByText('138****1234')
  for (const name of ['停用', '编辑', '查看完整联系方式'])
    expect(panel.queryByRole('button', { name })).toBeNull()
})

describe('the contact', () => {
  const whole = { contactName: '陈经理', contactPhone: '13800001234', remark: '' }
  beforeEach(() => {
    server.answer(channel.reveal, () => whole)
    server.answer(setting.open, () => refusal({ code: codes.forbidden, desc: '' }))
  })

  test('is revealed in its row only, and hidden again', async () => {
    const { user } = await show()
    await user.click((await openMenu(user, '抖音信息流')).getByRole('menuitem', { name: '查看完整联系方式' }))
    const row = within(await rowOf('抖音信息流'))
    await row.findByText(/陈经理/)
    within(await rowOf('百度搜索')).getByText('陈**')
    await user.click(row.getByRole('button', { name: '隐藏完整联系方式' }))
    row.getByText('陈**')
    expect(server.calls(channel.reveal)).toHaveLength(1)
  })

  test('is not offered where there is none', async () => {
    const { user } = await show()
    expect((await openMenu(user, '门店')).queryByRole('menuitem', { name: /联系方式/ })).toBeNull()
  })

  test('is revealed in the details', async () => {
    const { user } = await show('/?open=11')
    const panel = within(await screen.findByRole('dialog', { name: '渠道详情' }))
    await user.click(await panel.findByRole('button', { name: '查看完整联系方式' }))
    await panel.findByText('13800001234')
  })
})

test('the details show the landing page, to copy and as a QR code; without a base address they say why not', async () => {
  rows[1] = one({ id: '12', landingUrl: 'https://h5.example.com/c/c4mk29xa' })
  const { user } = await show('/?open=12')
  const panel = within(await screen.findByRole('dialog', { name: '渠道详情' }))
  await panel.findByText('https://h5.example.com/c/c4mk29xa')
  await user.click(panel.getByRole('button', { name: '复制“https://h5.example.com/c/c4mk29xa”' }))
  await screen.findByText('已复制')
  expect(await navigator.clipboard.readText()).toBe('https://h5.example.com/c/c4mk29xa')
  expect(panel.queryByRole('img', { name: /二维码/ })).toBeNull()
  await user.click(panel.getByRole('button', { name: '二维码' }))
  await panel.findByRole('img', { name: 'https://h5.example.com/c/c4mk29xa 的二维码' })
  await user.click(panel.getByRole('button', { name: /上一条/ }))
  await panel.findByText('在通用设置中填写落地页地址前缀后，这里显示落地页地址。')
})

describe('the form', () => {
  test('a new channel is sent with its price in fen and its deduction in basis points', async () => {
    server.answer(channel.create, () => one({ id: '14' }))
    const { user } = await show()
    const form = await openForm(user)
    await user.type(form.getByLabelText(/渠道名称/), '新渠道')
    await user.clear(form.getByLabelText(/扣量比例/))
    await user.type(form.getByLabelText(/扣量比例/), '12.5')
    await user.type(form.getByLabelText('联系电话'), '138 0000 1234')
    await user.click(form.getByRole('button', { name: '保存' }))
    await form.findByText('请填写此项')
    await user.type(form.getByLabelText(/单价/), '6.5{Enter}')
    await screen.findByText('添加成功')
    expect(server.calls(channel.create)[0]?.body).toEqual({
      name: '新渠道',
      flow: 'full',
      settlement: 'cpa',
      priceFen: 650,
      shareBp: null,
      deductionBp: 1_250,
      dailyCap: null,
      ownerId: null,
      contactPhone: '13800001234',
      remark: '',
      allowedIps: [],
      callsPerSecond: null,
      notifyUrl: null,
    })
  })

  test('addresses are entered one per line, and a wrong one is named at the field', async () => {
    server.answer(channel.create, () =>
      refusal({ code: codes.invalid, desc: '', fields: { allowedIps: '“nowhere”不是 IP 地址或网段' } }),
    )
    const { user } = await show()
    const form = await openForm(user)
    await user.type(form.getByLabelText(/渠道名称/), '新渠道')
    await user.type(form.getByLabelText(/单价/), '6.5')
    const ips = form.getByLabelText('IP 白名单')
    await user.type(ips, '203.0.113.7{Enter}{Enter}nowhere')
    await user.type(form.getByLabelText('每秒调用上限'), '20')
    await user.click(form.getByRole('button', { name: '保存' }))
    await form.findByText('“nowhere”不是 IP 地址或网段')
    expect((ips as HTMLTextAreaElement).value).toBe('203.0.113.7\n\nnowhere')
    expect(server.calls(channel.create)[0]?.body).toMatchObject({
      allowedIps: ['203.0.113.7', 'nowhere'],
      callsPerSecond: 20,
      notifyUrl: null,
    })
  })

  test('a settlement by share has a share instead of a price', async () => {
    server.answer(channel.create, () => one({ id: '14' }))
    const { user } = await show()
    const form = await openForm(user)
    await user.type(form.getByLabelText(/渠道名称/), '新渠道')
    await user.type(form.getByLabelText(/单价/), '6.5')
    await choose(user, form, /结算方式/, '按收入分成（CPS）')
    expect(form.queryByLabelText(/单价/)).toBeNull()
    await user.type(form.getByLabelText(/分成比例/), '20')
    await user.click(form.getByRole('button', { name: '保存' }))
    await screen.findByText('添加成功')
    expect(server.calls(channel.create)[0]?.body).toMatchObject({
      settlement: 'cps',
      priceFen: null,
      shareBp: 2_000,
    })
  })

  test('an edit keeps the contact that is not typed anew, and removes the one that is ticked', async () => {
    server.answer(channel.update, () => one({ version: 4 }))
    const { user } = await show()
    await user.click(within(await rowOf('抖音信息流')).getByRole('button', { name: '编辑' }))
    const form = within(await screen.findByRole('dialog', { name: '编辑渠道' }))
    expect(form.getByLabelText<HTMLInputElement>('联系人').placeholder).toBe('留空则保持 陈** 不变')
    await user.click(form.getByRole('checkbox', { name: '删除已保存的 138****1234' }))
    await user.click(form.getByRole('button', { name: '保存' }))
    await screen.findByText('保存成功')
    const body = server.calls(channel.update)[0]?.body
    expect(body).toMatchObject({ id: '11', version: 3, priceFen: 650, contactPhone: null })
    expect(body).not.toHaveProperty('contactName')
  })

  test('a copy begins with the terms of its channel, without its contact and note, and is a new channel', async () => {
    rows[0] = one({ remark: '打 139****1234', ownerId: '5', ownerName: '李敏' })
    server.answer(channel.create, () => one({ id: '14' }))
    const { user } = await show()
    await user.click((await openMenu(user, '抖音信息流')).getByRole('menuitem', { name: '复制为新渠道' }))
    const form = within(await screen.findByRole('dialog', { name: '添加渠道' }))
    expect(form.getByLabelText<HTMLInputElement>(/渠道名称/).value).toBe('抖音信息流 副本')
    await user.click(form.getByRole('button', { name: '保存' }))
    await screen.findByText('添加成功')
    expect(server.calls(channel.create)[0]?.body).toEqual({
      name: '抖音信息流 副本',
      flow: 'full',
      settlement: 'cpa',
      priceFen: 650,
      shareBp: null,
      deductionBp: 1_250,
      dailyCap: null,
      ownerId: '5',
      remark: '',
      allowedIps: [],
      callsPerSecond: null,
      notifyUrl: null,
    })
  })

  test('an edit that somebody else overtook shows both values, and keeps what was typed', async () => {
    const current = one({ priceFen: 800, ownerId: '5', version: 4 })
    server.answer(channel.update, () => refusal({ code: codes.conflict, desc: '内容已被他人修改', current }))
    const { user } = await show()
    await user.click(within(await rowOf('抖音信息流')).getByRole('button', { name: '编辑' }))
    const form = within(await screen.findByRole('dialog', { name: '编辑渠道' }))
    const price = form.getByLabelText<HTMLInputElement>(/单价/)
    await user.clear(price)
    await user.type(price, '8.8')
    await user.click(form.getByRole('button', { name: '保存' }))
    const line = async (name: string) =>
      (await form.findByRole('rowheader', { name })).closest('tr') as HTMLElement
    expect((await line('单价')).textContent).toBe('单价¥8.00¥8.80')
    const owner = await line('负责人')
    await waitFor(() => expect(owner.textContent).toBe('负责人李敏 (limin)未修改'))
    expect(price.value).toBe('8.80')
  })
})

test('channels are imported with the point of the import', async () => {
  server.answer(channelImport.imports, () => [])
  const { user } = await show('/', [...all('channel'), 'channel:import'])
  await user.click(await screen.findByRole('button', { name: '导入' }))
  await screen.findByRole('dialog', { name: '导入渠道' })
})

test('the list of joint logins has its own title and points', async () => {
  rows = [one({ flow: 'uv', settlement: 'cpuv' }), ...rows.slice(1)]
  signIn(...all('channelUv'))
  await renderAt('/', [{ path: '/', Component: UvPage }])
  within(await rowOf('抖音信息流')).getByText('UV联登')
  within(await rowOf('百度搜索')).getByText('20.5%')
  screen.getByRole('heading', { name: '联登渠道列表' })
  screen.getByRole('button', { name: '添加联登渠道' })
  expect(server.calls(channel.page)).toEqual([])
})
