import { recharge } from '@kabao/contract/ledger/recharge'
import { type OrgDetail, org } from '@kabao/contract/supply/org'
import { plan } from '@kabao/contract/supply/plan'
import type { OrgSetup } from '@kabao/contract/supply/setup'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { observeAs } from '#test/in-sight.ts'
import { renderAt, signIn } from '#test/render.tsx'
import DetailPage from './detail-page.tsx'

const one: OrgDetail = {
  id: '11',
  code: 'bank01',
  name: '华南银行',
  shortName: '华南',
  logoFileId: null,
  flow: 'full',
  licenceNo: '',
  contactName: '陈**',
  contactPhone: '',
  cityCodes: [],
  called: [],
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
  agreements: [],
  offeredAgreements: [],
  status: 'enabled',
  remark: '',
  references: 0,
  createdBy: '李敏',
  updatedBy: '李敏',
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
  version: 3,
}
const acts = [
  'page',
  'create',
  'update',
  'enable',
  'pause',
  'disable',
  'template',
  'saveTemplate',
  'tryTemplate',
]
const points = [
  ...acts.map((act) => `org:${act}`),
  'recharge:create',
  'recharge:page',
  'plan:create',
  'plan:start',
]

let server: ReturnType<typeof fakeServer>
let setup: OrgSetup
beforeEach(() => {
  observeAs(true)
  const steps = { connection: true, trial: true, balance: true, plan: true, run: true, enabled: true }
  setup = { steps, planId: null }
  server = fakeServer()
  server.answer(org.get, () => one)
  server.answer(org.setup, () => setup)
  server.answer(recharge.orgs, () => [])
})
const show = (held = points) => {
  signIn(...held)
  return renderAt('/org/detail?list=org&id=11', [{ path: '/org/detail', Component: DetailPage }])
}
const stepOf = async (name: string) =>
  within((await screen.findByText(name, { selector: 'li > span' })).closest('li') as HTMLElement)

test('an organization that is set up begins with its recharge; to pause it is a plain button behind it', async () => {
  const { user } = await show()
  const summary = await screen.findByText(/全部 6 步已完成/)
  expect(summary.closest('details')?.open).toBe(false)
  const recharging = screen.getByRole('button', { name: '充值' })
  const pause = screen.getByRole('button', { name: '暂停' })
  expect(recharging.compareDocumentPosition(pause)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(pause.dataset.variant).toBe('default')
  server.answer(recharge.balance, () => ({
    orgId: '11',
    orgName: one.name,
    balanceFen: 1_000_050,
    heldFen: 50,
    availableFen: 1_000_000,
    alertFen: 500_000,
    isLow: false,
    pendingFen: 0,
  }))
  await user.click(recharging)
  const form = within(await screen.findByRole('dialog'))
  await form.findByText('机构当前余额')
  expect(server.calls(recharge.balance)).toMatchObject([{ params: { id: '11' } }])
})

test('each step of a new organization leads to where it is done', async () => {
  const steps = { connection: false, trial: false, balance: false, plan: false, run: false, enabled: false }
  setup = { steps, planId: '5' }
  server.answer(org.get, () => ({ ...one, status: 'paused' as const }))
  await show()
  expect((await screen.findByText(/已完成 \d\/6/)).textContent).toBe('接入进度 · 已完成 0/6')
  ;(await stepOf('对接模板和密钥')).getByText('配置对接')
  ;(await stepOf('试用模板，得到可读取的应答')).getByText('试用模板')
  ;(await stepOf('可用余额')).getByRole('button', { name: '充值' })
  ;(await stepOf('启用机构')).getByRole('button', { name: '启用' })
  const link = async (step: string, name: string) =>
    (await stepOf(step)).getByRole('link', { name }).getAttribute('href')
  expect(await link('计划', '添加计划')).toMatch(/^\/plan\/(list\?orgId|edit\?org)=11$/)
  expect(await link('正在运行的计划', '查看待启动的计划')).toBe('/plan/list?orgId=11&open=5')
})

test('a reader sees the steps, and whose they are', async () => {
  setup = { ...setup, steps: { ...setup.steps, balance: false } }
  await show(['org:page'])
  ;(await stepOf('可用余额')).getByText('需由有“充值”权限的同事完成')
  expect(screen.queryByRole('button', { name: '充值' })).toBeNull()
})

test('its amounts lead to its ledger lines, for who may see them', async () => {
  const { unmount } = await show([...points, 'ledger:page'])
  for (const amount of ['¥10,000.00', '¥10,000.50', '¥0.50'])
    expect((await screen.findByRole('link', { name: amount })).getAttribute('href')).toBe(
      '/finance/ledger?orgId=11',
    )
  unmount()
  await show()
  await screen.findByText('¥10,000.00')
  expect(screen.queryByRole('link', { name: '¥10,000.00' })).toBeNull()
})

test('its plans that run are asked for by their state', async () => {
  server.answer(plan.page, ({ body }) => ({ records: [], total: 0, current: body.current, size: body.size }))
  await show([...points, 'plan:page'])
  const part = within(await screen.findByRole('region', { name: '运行中的计划' }))
  await part.findByText('没有运行中的计划')
  expect(server.calls(plan.page)[0]?.body).toMatchObject({ orgId: '11', status: 'running' })
})
