import { ledger } from '@kabao/contract/ledger/ledger'
import { reportChannelList } from '@kabao/contract/statistics/report/channel-list'
import { type ChannelRow, channel, channelUv } from '@kabao/contract/supply/channel'
import type { ChannelStep } from '@kabao/contract/supply/setup'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { observeAs } from '#test/in-sight.ts'
import { renderAt, signIn } from '#test/render.tsx'
import DetailPage from './detail-page.tsx'
import ListPage from './page.tsx'

const row: ChannelRow = {
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
  deductionBp: 0,
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
}
const all = ['page', 'create', 'update', 'enable', 'disable', 'keys', 'makeKey', 'requests']
const points = [...all.map((act) => `channel:${act}`), 'user:page']

let server: ReturnType<typeof fakeServer>
let steps: Record<ChannelStep, boolean>
beforeEach(() => {
  observeAs(true)
  steps = { enabled: true, key: false, addresses: false, call: false, person: false }
  server = fakeServer()
  server.answer(channel.get, () => row)
  server.answer(channel.setup, () => ({ steps }))
  server.answer(channel.keys, () => [])
  server.answer(channel.requests, ({ body }) => ({
    records: [],
    total: 0,
    current: body.current,
    size: body.size,
  }))
})
const NoPage = () => 'no such page'
const show = (held = points, search = '?list=channel&id=11') => {
  signIn(...held)
  return renderAt(`/channel/detail${search}`, [
    { path: '/channel/detail', Component: DetailPage },
    { path: '/channel/list', Component: ListPage },
    { path: '/exception/404', Component: NoPage },
  ])
}
const stepOf = async (name: string) =>
  within((await screen.findByText(name, { selector: 'li > span' })).closest('li') as HTMLElement)
const setupText = () => screen.findByText(/已完成 \d\/4|全部 4 步/)

test('a new channel shows what it needs; the first button of the page makes its key, which is shown at once', async () => {
  server.answer(channel.makeKey, () => {
    steps = { ...steps, key: true }
    return { key: 'ck_1', secret: 'whsec_shown_once' }
  })
  const { user } = await show()
  expect((await setupText()).textContent).toBe('接入进度 · 已完成 1/4')
  ;(await stepOf('填写结算条件，启用渠道')).getByRole('img', { name: '已完成' })
  const open = await stepOf('正式密钥')
  open.getByRole('img', { name: '未完成' })
  const [first] = screen.getAllByRole('button', { name: '创建正式密钥' }) as [HTMLElement]
  const edit = screen.getByRole('button', { name: '编辑' })
  expect(first.compareDocumentPosition(edit)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await user.click(first)
  await screen.findByDisplayValue('whsec_shown_once')
  expect(server.calls(channel.makeKey)).toMatchObject([{ params: { id: '11' }, body: { isSandbox: false } }])
  await waitFor(async () => expect((await setupText()).textContent).toBe('接入进度 · 已完成 2/4'))
})

test('each step leads to where it is done', async () => {
  const { user } = await show()
  const link = async (step: string, name: string) =>
    (await stepOf(step)).getByRole('link', { name }).getAttribute('href')
  expect(await link('第一个签名正确的请求', '打开接入指南')).toBe('/channel/guide?list=channel&id=11')
  expect(await link('第一个被机构接收的用户', '查看带来的用户')).toBe('/user/list?channelId=11')
  await user.click((await stepOf('IP 白名单')).getByRole('button', { name: '填写 IP 白名单' }))
  await within(await screen.findByRole('dialog', { name: '编辑渠道' })).findByLabelText('IP 白名单')
})

test('a list of addresses is recommended, and nothing waits for it', async () => {
  steps = { enabled: true, key: true, addresses: false, call: false, person: false }
  await show()
  ;(await stepOf('IP 白名单')).getByText('建议')
  expect(screen.getAllByRole('link', { name: '打开接入指南' })).toHaveLength(2)
  expect((await setupText()).textContent).toBe('接入进度 · 已完成 2/4')
})

test('a channel with every step done shows them as one line', async () => {
  steps = { enabled: true, key: true, addresses: false, call: true, person: true }
  await show()
  const summary = await setupText()
  expect(summary.textContent).toBe('接入进度 · 全部 4 步已完成')
  expect(summary.closest('details')?.open).toBe(false)
})

test('a step that the reader may not do says whose it is', async () => {
  await show(['channel:page'])
  const step = await stepOf('正式密钥')
  step.getByText('需由有“创建正式密钥”权限的同事完成')
  expect(screen.queryByRole('button', { name: '创建正式密钥' })).toBeNull()
  expect(screen.queryByRole('link', { name: '接入指南' })).toBeNull()
})

test('its figures are those of the report of its flow, each the door to its records', async () => {
  const cells = (registrations: number) => ({
    registrations: { value: registrations },
    revenue: { value: 1_250 },
  })
  server.answer(reportChannelList.page, ({ body }) => ({
    records: [{ period: '2026-03-07', id: null, name: null, code: null, cells: cells(3) }],
    total: 1,
    current: body.current,
    size: body.size,
    totals: cells(21),
    cross: null,
    days: { from: '2026-03-01', to: '2026-03-07' },
    before: null,
    upTo: null,
  }))
  await show([...points, 'reportChannelList:page'])
  const today = await screen.findByRole('link', { name: '今天注册的记录 3' })
  expect(today.getAttribute('href')).toBe(
    '/chart/channel-list?channelId=11&preset=today&drillDown=registrations~now~~',
  )
  expect(screen.getByRole('link', { name: '近 7 天 21' }).getAttribute('href')).toContain('preset=last7')
  screen.getByRole('link', { name: '今天推送收入的记录 ¥12.50' })
  expect(server.calls(reportChannelList.page)).toMatchObject([
    { body: { preset: 'last7', by: 'period', channelId: '11' } },
  ])
})

test('what we owe it leads to its ledger lines', async () => {
  server.answer(ledger.page, ({ body }) => ({
    records: [
      {
        id: '900',
        at: '2026-03-07T02:00:00.000Z',
        kind: 'settlement' as const,
        amountFen: 2_000,
        debitKind: 'payable' as const,
        creditKind: 'bank' as const,
        orgId: null,
        orgName: null,
        channelId: '11',
        channelName: row.name,
        number: 2,
        balanceAfterFen: 4_500,
        refKind: 'settlement',
        refId: '1',
        businessDay: '2026-03-07',
        byAdmin: null,
        reversesId: null,
      },
    ],
    total: 1,
    current: body.current,
    size: body.size,
  }))
  await show([...points, 'ledger:page'])
  const part = within(await screen.findByRole('region', { name: '最近的资金流水' }))
  expect((await part.findByRole('link', { name: '¥45.00' })).getAttribute('href')).toBe(
    '/finance/ledger?channelId=11',
  )
  part.getByText('-¥20.00')
  expect(part.getByRole('link', { name: '渠道结算' }).getAttribute('href')).toBe(
    '/finance/ledger?channelId=11&open=900',
  )
})

test('a refused call leads to what was sent', async () => {
  server.answer(channel.requests, ({ body }) => ({
    records: [
      {
        id: '77',
        at: '2026-03-07T02:00:00.000Z',
        key: 'ck_1',
        call: 'open.unknown',
        path: '/open/x',
        code: '4011',
        fault: 'signature' as const,
        isSandbox: false,
        isRepeat: false,
        ms: 3,
        ip: '203.0.113.7',
        request: null,
        answer: null,
      },
    ],
    total: 1,
    current: body.current,
    size: body.size,
  }))
  await show()
  const part = within(await screen.findByRole('region', { name: '最近被拒绝的请求' }))
  expect((await part.findByRole('link', { name: 'open.unknown' })).getAttribute('href')).toBe(
    '/channel/requests?list=channel&id=11&result=refused&open=77',
  )
  expect(server.calls(channel.requests)[0]?.body).toMatchObject({ result: 'refused', size: 5 })
})

test('a new channel leads to its page', async () => {
  server.answer(channel.page, ({ body }) => ({
    records: [],
    total: 0,
    current: body.current,
    size: body.size,
  }))
  server.answer(channel.counts, () => ({ enabled: 0, disabled: 0 }))
  server.answer(channel.owners, () => [])
  server.answer(channel.create, () => row)
  signIn(...points)
  const { user, router } = await renderAt('/channel/list', [
    { path: '/channel/list', Component: ListPage },
    { path: '/channel/detail', Component: DetailPage },
  ])
  await user.click(await screen.findByRole('button', { name: '添加渠道' }))
  const form = within(await screen.findByRole('dialog', { name: '添加渠道' }))
  await user.type(form.getByLabelText(/渠道名称/), '抖音信息流')
  await user.type(form.getByLabelText(/单价/), '6.5{Enter}')
  await screen.findByRole('heading', { name: '渠道详情' })
  expect(router.state.location).toMatchObject({ pathname: '/channel/detail', search: '?list=channel&id=11' })
})

test('a channel of the joint logins is read with their points, and an address without a channel has no page', async () => {
  server.answer(channelUv.get, () => ({ ...row, flow: 'uv' as const }))
  server.answer(channelUv.setup, () => ({ steps }))
  await show(['channelUv:page'], '?list=channelUv&id=11')
  await setupText()
  expect(server.calls(channel.get)).toEqual([])
  await show(points, '?list=channel')
  await screen.findByText('no such page')
})
