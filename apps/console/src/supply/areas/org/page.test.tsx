import { codes } from '@kabao/contract/kernel/envelope'
import { type OrgDetail, org, orgUv } from '@kabao/contract/supply/org'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { choice } from '#test/choice.ts'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import OrgPage from './page.tsx'
import UvPage from './uv-page.tsx'

const agreement = { name: '授权书', version: '1.0', url: 'https://a.example.com/1' }
const one = (over: Partial<OrgDetail> = {}): OrgDetail => ({
  id: '11',
  code: 'bank01',
  name: '华南银行',
  shortName: '华南',
  logoFileId: null,
  flow: 'full',
  licenceNo: '91440300MA5XXXXX',
  contactName: '陈**',
  contactPhone: '138****1234',
  cityCodes: ['440300', '440100'],
  called: [{ stage: 'submit', url: 'https://a.example.com/apply', timeoutMs: 3_000 }],
  loginUrl: null,
  balanceFen: 1_000_050,
  heldFen: 50,
  availableFen: 1_000_000,
  alertFen: 500_000,
  isLow: false,
  isBreakerOpen: false,
  salesmanId: null,
  salesmanName: null,
  plans: 3,
  agreements: [agreement],
  offeredAgreements: [
    { ...agreement, offeredAt: '2026-03-01T00:00:00.000Z' },
    { ...agreement, version: '0.9', offeredAt: '2026-02-01T00:00:00.000Z' },
  ],
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
const acts = [
  'page',
  'template',
  'saveTemplate',
  'tryTemplate',
  'create',
  'update',
  'delete',
  'enable',
  'pause',
  'disable',
  'export',
  'reveal',
]
const all = (area: string) => acts.map((act) => `${area}:${act}`)

let server: ReturnType<typeof fakeServer>
let rows: OrgDetail[]
beforeEach(() => {
  // A kept draft belongs to its test.
  sessionStorage.clear()
  rows = [
    one(),
    one({ id: '12', name: '华东银行', cityCodes: [], references: 7, availableFen: 100, isLow: true }),
  ]
  server = fakeServer()
  const page = ({ body }: { body: { current: number; size: number } }) => ({
    records: rows.map(({ called: _, loginUrl: _l, agreements: _a, offeredAgreements: _o, ...row }) => row),
    total: rows.length,
    current: body.current,
    size: body.size,
  })
  server.answer(org.page, page)
  server.answer(orgUv.page, page)
  server.answer(org.get, ({ params }) => rows.find(({ id }) => id === params.id) as OrgDetail)
  for (const area of [org, orgUv]) {
    server.answer(area.counts, () => ({ paused: 4, enabled: 30, disabled: 2 }))
    server.answer(area.salesmen, () => [choice({ id: '5', name: '李敏敏' })])
  }
})
const Plans = () => <p>计划</p>
/** Stands for the page of a new organization. */
const NewPage = () => null
const show = (address = '/', points = all('org')) => {
  signIn(...points)
  return renderAt(address, [
    { path: '/', Component: OrgPage },
    { path: '/org/detail', Component: NewPage },
    { path: '/plan/list', Component: Plans },
  ])
}
type User = Awaited<ReturnType<typeof show>>['user']
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement
const openMenu = async (user: User, name: string) => {
  await user.click(within(await rowOf(name)).getByRole('button', { name: '更多操作' }))
  return screen.findByRole('menu')
}
const edit = async (user: User) => {
  await user.click(within(await rowOf('华南银行')).getByRole('button', { name: '编辑' }))
  return within(await screen.findByRole('dialog', { name: '编辑机构' }))
}

test('the list shows the available amount, who is low, and the cities', async () => {
  await show()
  const row = within(await rowOf('华南银行'))
  row.getByText('¥10,000.00')
  await row.findByText('2 个城市：深圳市、广州市')
  row.getByText('已启用')
  expect(row.queryByText('余额不足')).toBeNull()
  const low = within(await rowOf('华东银行'))
  low.getByText('余额不足')
  low.getByText('全国')
  await screen.findByRole('button', { name: /已暂停 ?4/ })
})

test('the balance leads to the ledger lines of the organization, for who may see them', async () => {
  await show('/', [...all('org'), 'ledger:page'])
  const balance = within(await rowOf('华南银行')).getByRole('link', { name: '¥10,000.50' })
  expect(balance.getAttribute('href')).toMatch(/^\/finance\/ledger\?orgId=\d+$/)
})

test('a state above the list filters it at once', async () => {
  const { user, router } = await show()
  await user.click(await screen.findByRole('button', { name: /已暂停 ?4/ }))
  await waitFor(() => expect(router.state.location.search).toBe('?status=paused'))
  await waitFor(() => expect(server.calls(org.page).at(-1)?.body).toMatchObject({ status: 'paused' }))
})

test('the plans of an organization are one action away', async () => {
  const { user, router } = await show()
  const menu = await openMenu(user, '华南银行')
  await user.click(within(menu).getByRole('menuitem', { name: '查看计划' }))
  await screen.findByText('计划')
  expect(router.state.location.pathname + router.state.location.search).toBe('/plan/list?orgId=11')
})

test.each([
  ['华东银行', '有 7 条记录引用它，不能删除'],
  ['华南银行', '余额不为零，不能删除'],
])('%s cannot be deleted, and the menu says why', async (name, reason) => {
  const { user } = await show()
  const menu = await openMenu(user, name)
  const item = within(menu).getByRole('menuitem', { name: /删除/ })
  expect(item.textContent).toContain(reason)
  await user.click(item)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('the actions of a row are the acts that its state allows, and say what they will do', async () => {
  server.answer(org.pause, () => one({ status: 'paused', version: 4 }))
  const { user } = await show()
  const menu = within(await openMenu(user, '华南银行'))
  expect(menu.queryByRole('menuitem', { name: '启用' })).toBeNull()
  await user.click(menu.getByRole('menuitem', { name: '暂停' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  dialog.getByText('暂停后不再向它推送新用户，已推送的不受影响。')
  await user.click(dialog.getByRole('button', { name: '暂停' }))
  await screen.findByText('已暂停', { selector: '[role=status] *' }).catch(() => undefined)
  await waitFor(() =>
    expect(server.calls(org.pause)).toMatchObject([{ params: { id: '11' }, body: { version: 3 } }]),
  )
})

test('without permission to write there are no write actions', async () => {
  await show('/', ['org:page'])
  expect(within(await rowOf('华南银行')).queryByRole('button', { name: '编辑' })).toBeNull()
  expect(screen.queryByRole('button', { name: '添加机构' })).toBeNull()
})

describe('the form', () => {
  test('a new organization is sent with its agreements; a problem stands at the field of its row', async () => {
    server.answer(org.create, () => one({ id: '13' }))
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: '添加机构' }))
    const dialog = within(await screen.findByRole('dialog', { name: '添加机构' }))
    await user.type(dialog.getByLabelText(/机构名称/), '新机构')
    await user.click(dialog.getByRole('button', { name: '添加协议' }))
    const first = within(dialog.getByRole('group', { name: '协议 1' }))
    await user.type(first.getByLabelText(/协议名称/), '授权书')
    await user.type(first.getByLabelText(/版本/), '1.0')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    const url = first.getByLabelText(/网址/)
    await waitFor(() => expect(url.getAttribute('aria-invalid')).toBe('true'))
    expect(server.calls(org.create)).toEqual([])
    await user.type(url, 'https://n.example.com/1')
    expect(url.getAttribute('aria-invalid')).not.toBe('true')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    await screen.findByText('添加成功')
    const body = server.calls(org.create)[0]?.body as Record<string, unknown>
    expect(body).toMatchObject({
      name: '新机构',
      flow: 'full',
      loginUrl: null,
      agreements: [{ name: '授权书', version: '1.0', url: 'https://n.example.com/1' }],
      cityCodes: [],
      alertFen: null,
    })
    expect(Object.keys(body)).not.toContain('code')
  })

  test('a salesman is chosen among administrators', async () => {
    server.answer(org.update, () => one({ version: 4, salesmanId: '5', salesmanName: '李敏敏' }))
    const { user } = await show()
    const dialog = await edit(user)
    await user.click(dialog.getByRole('combobox', { name: /销售/ }))
    await user.click(await screen.findByRole('option', { name: /李敏敏/ }))
    await user.click(dialog.getByRole('button', { name: '保存' }))
    await screen.findByText('保存成功')
    expect(server.calls(org.update)[0]?.body).toMatchObject({ salesmanId: '5' })
  })

  test('an edit keeps the part of the contact that was not touched, and can remove the other', async () => {
    server.answer(org.update, () => one({ version: 4 }))
    const { user } = await show()
    const dialog = await edit(user)
    expect(dialog.getByLabelText(/联系电话/).getAttribute('placeholder')).toBe('留空则保持 138****1234 不变')
    await user.type(dialog.getByLabelText(/备注/), '新备注')
    await user.click(dialog.getByRole('checkbox', { name: '删除已保存的 陈**' }))
    await user.click(dialog.getByRole('button', { name: '保存' }))
    await screen.findByText('保存成功')
    const body = server.calls(org.update)[0]?.body as Record<string, unknown>
    expect(body).toMatchObject({ id: '11', version: 3, remark: '新备注', contactName: null })
    expect(Object.keys(body)).not.toContain('contactPhone')
  })

  test('a copy has neither contact nor code of its organization', async () => {
    server.answer(org.create, () => one({ id: '13' }))
    const { user } = await show()
    const menu = await openMenu(user, '华南银行')
    await user.click(within(menu).getByRole('menuitem', { name: '复制为新机构' }))
    const dialog = within(await screen.findByRole('dialog', { name: '添加机构' }))
    expect((dialog.getByLabelText(/机构名称/) as HTMLInputElement).value).toBe('华南银行 副本')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    await screen.findByText('添加成功')
    const body = server.calls(org.create)[0]?.body as Record<string, unknown>
    expect(body).toMatchObject({ name: '华南银行 副本', agreements: [agreement], alertFen: 500_000 })
    for (const left of ['code', 'contactName', 'contactPhone']) expect(Object.keys(body)).not.toContain(left)
  })

  test('an edit that somebody else overtook shows both values, and keeps what was typed', async () => {
    server.answer(org.update, () =>
      refusal({
        code: codes.conflict,
        desc: '内容已被他人修改',
        current: one({ alertFen: 800_000, version: 4 }),
      }),
    )
    const { user } = await show()
    const dialog = await edit(user)
    const alert = dialog.getByLabelText(/余额预警线/)
    await user.clear(alert)
    await user.type(alert, '88')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    const line = (await dialog.findByRole('rowheader', { name: '余额预警线' })).closest('tr') as HTMLElement
    expect(line.textContent).toBe('余额预警线¥8,000.00¥88.00')
    expect((alert as HTMLInputElement).value).toBe('88.00')
  })
})

describe('the details', () => {
  test('the contact is masked until it is revealed', async () => {
    server.answer(org.reveal, () => ({ contactName: '陈经理', contactPhone: '13800001234' }))
    const { user } = await show('/?open=11')
    const panel = within(await screen.findByRole('dialog', { name: '机构详情' }))
    await panel.findByText('138****1234')
    await user.click(panel.getByRole('button', { name: '查看联系方式' }))
    await panel.findByText('13800001234')
    panel.getByText('陈经理')
    expect(server.calls(org.reveal)).toMatchObject([{ params: { id: '11' } }])
  })

  test('the versions of the agreements that were offered are told from the current one', async () => {
    await show('/?open=11')
    const panel = within(await screen.findByRole('dialog', { name: '机构详情' }))
    const current = (await panel.findByRole('link', { name: '授权书 1.0' })).closest('li') as HTMLElement
    within(current).getByText('当前')
    const before = panel.getByRole('link', { name: '授权书 0.9' }).closest('li') as HTMLElement
    expect(within(before).queryByText('当前')).toBeNull()
    expect(panel.getByRole('link', { name: '查看它的计划（3）' }).getAttribute('href')).toBe(
      '/plan/list?orgId=11',
    )
    await panel.findByText('2 个城市：深圳市、广州市')
  })
})

test('the list of joint logins has its own title, form and points', async () => {
  signIn(...all('orgUv'))
  const { user } = await renderAt('/', [{ path: '/', Component: UvPage }])
  await rowOf('华南银行')
  screen.getByRole('heading', { name: '联登机构列表' })
  await user.click(screen.getByRole('button', { name: '添加联登机构' }))
  const dialog = within(await screen.findByRole('dialog', { name: '添加联登机构' }))
  dialog.getByLabelText(/联登地址/)
  expect(server.calls(org.page)).toEqual([])
})
