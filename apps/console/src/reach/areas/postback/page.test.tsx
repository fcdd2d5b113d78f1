import type { ReachDelivery, ReachDeliveryDetail } from '@kabao/contract/reach/delivery'
import { type PostbackDetail, type PostbackRow, postback } from '@kabao/contract/reach/postback'
import type { PostbackTemplate } from '@kabao/contract/reach/postback-template'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import PostbackPage from './page.tsx'

const at = '2026-03-07T02:00:00.000Z'
const templateOf = (url: string, secrets: string[] = []): PostbackTemplate => ({
  secrets: secrets.map((name) => ({ name, kind: 'text', encoding: 'utf8' })),
  maps: [],
  request: {
    method: 'POST',
    url,
    headers: [],
    timeoutMs: 5_000,
    content: 'json',
    body: '{"event":{{ event }},"click":{{ clickId }}}',
    sign: null,
    seal: null,
    envelope: null,
  },
  signing: 'none',
  batch: null,
  reply: {
    format: 'json',
    statuses: [200],
    refusedStatuses: [400],
    outcomes: [{ when: [{ path: '$.code', is: ['0'] }], outcome: 'ok' }],
    reason: null,
  },
})
const row: PostbackRow = {
  id: '31',
  channelId: '11',
  channelName: '抖音信息流',
  name: '激活回传',
  event: 'accepted',
  isOn: true,
  delaySeconds: 0,
  partPercent: 80,
  dailyCap: null,
  method: 'POST',
  url: 'https://ads.example.com/api/conversion?x=1',
  brokenAt: null,
  pausedUntil: null,
  waiting: 2,
  dead: 3,
  createdBy: '李敏',
  updatedBy: '李敏',
  createdAt: at,
  updatedAt: at,
  version: 4,
}
const detail: PostbackDetail = {
  ...row,
  template: templateOf('https://ads.example.com/api/conversion', ['token']),
  secrets: ['token'],
}
const delivery: ReachDelivery = {
  id: '501',
  eventId: '7434023108739072042',
  event: 'accepted',
  targetId: '31',
  targetName: '激活回传',
  channelId: '11',
  channelName: '抖音信息流',
  orgId: null,
  orgName: null,
  userId: '10001',
  pushId: '77',
  state: 'dead',
  reason: 'refused',
  createdAt: at,
  dueAt: null,
  endedAt: at,
  tries: 2,
  said: '400',
}
const log: ReachDeliveryDetail['log'] = [
  {
    at,
    said: '400',
    ms: 31,
    outcome: 'refused',
    reason: 'bad click',
    request: {
      method: 'POST',
      url: 'https://ads.example.com/api/conversion',
      headers: { 'x-event-id': '7434023108739072042' },
      body: '{"event":"accepted"}',
    },
    answer: '{"code":"7"}',
  },
  {
    at: '2026-03-07T01:59:00.000Z',
    said: 'timeout',
    ms: 5_000,
    outcome: 'failed',
    reason: null,
    request: null,
    answer: null,
  },
]
const points = ['page', 'create', 'update', 'delete', 'try', 'deliveries', 'again'].map(
  (act) => `postback:${act}`,
)

let server: ReturnType<typeof fakeServer>
let rows: PostbackRow[]
beforeEach(() => {
  rows = [row]
  server = fakeServer()
  const page = (records: never[], { current, size }: { current: number; size: number }) => ({
    records,
    total: records.length,
    current,
    size,
  })
  server.answer(postback.page, ({ body }) => page(rows as never[], body))
  server.answer(postback.deliveries, ({ body }) => page([delivery] as never[], body))
  server.answer(postback.details, () => ({ ...delivery, log }))
  server.answer(postback.get, () => detail)
  server.answer(postback.preview, () => ({
    problems: [],
    request: {
      method: 'POST' as const,
      url: 'https://ads.example.com/api/conversion',
      headers: {},
      body: '{"event":"accepted"}',
      plain: '{"event":"accepted"}',
    },
  }))
  server.answer(postback.shippedTemplates, () => [
    {
      code: 'ocean',
      words: ['巨量引擎', 'Ocean Engine'] as [string, string],
      page: 'https://ads.example.com/docs',
      template: templateOf('https://ads.example.com/api/conversion', ['token']),
    },
  ])
})
const NotPermitted = () => 'not permitted'
const NoPage = () => 'no such page'
const show = (search = '', held = points) => {
  signIn(...held)
  return renderAt(`/channel/postback?list=channel&id=11${search}`, [
    { path: '/channel/postback', Component: PostbackPage },
    { path: '/exception/403', Component: NotPermitted },
    { path: '/exception/404', Component: NoPage },
  ])
}

test('a channel shows its postbacks: host, health, and the links to what waits and what is dead', async () => {
  rows = [
    row,
    { ...row, id: '32', name: '注册回传', brokenAt: at, waiting: 0, dead: 0 },
    { ...row, id: '33', name: '停用的', isOn: false },
  ]
  await show()
  const first = within(await screen.findByRole('row', { name: /激活回传/ }))
  first.getByText('ads.example.com')
  first.getByText('正常')
  expect(first.getByRole('link', { name: '激活回传 · 已放弃 3' }).getAttribute('href')).toBe(
    '/channel/postback?list=channel&id=11&tab=deliveries&targetId=31&state=dead',
  )
  const broken = within(screen.getByRole('row', { name: /注册回传/ }))
  broken.getByText(/^熔断中，自 /)
  expect(broken.queryByRole('link')).toBeNull()
  within(screen.getByRole('row', { name: /停用的/ })).getByText('已停用')
  expect(server.calls(postback.page)[0]?.body).toMatchObject({ channelId: '11' })
  expect(server.calls(postback.page)[0]?.body).not.toHaveProperty('id')
})

test('a postback is turned off in its row; one whose breaker is open is resumed', async () => {
  rows = [{ ...row, brokenAt: at }]
  server.answer(postback.turn, () => null)
  server.answer(postback.resume, () => null)
  const { user } = await show()
  await user.click(await screen.findByRole('switch', { name: '启用“激活回传”' }))
  await waitFor(() =>
    expect(server.calls(postback.turn)).toMatchObject([{ params: { id: '31' }, body: { isOn: false } }]),
  )
  await user.click(screen.getByRole('button', { name: /更多操作/ }))
  await user.click(await screen.findByRole('menuitem', { name: '恢复发送' }))
  const question = await screen.findByRole('alertdialog', { name: '恢复向“激活回传”发送？' })
  await user.click(within(question).getByRole('button', { name: '恢复发送' }))
  await waitFor(() => expect(server.calls(postback.resume)).toHaveLength(1))
})

test('what is wrong of the postback and of its template is shown at once', async () => {
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: '添加回传' }))
  await user.click(await screen.findByRole('combobox', { name: '平台' }))
  await user.click(await screen.findByRole('option', { name: '巨量引擎' }))
  await user.clear(screen.getByLabelText(/^名称/))
  await user.click(screen.getByRole('button', { name: '保存' }))
  const isWrong = (label: RegExp | string) => screen.getByLabelText(label).getAttribute('aria-invalid')
  await waitFor(() => expect([/^名称/, '密钥 token'].map(isWrong)).toEqual(['true', 'true']))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^名称/)))
  expect(server.calls(postback.create)).toEqual([])
})

test('a new postback of a shipped platform needs only its secrets, and is tried once it is saved', async () => {
  server.answer(postback.create, () => detail)
  server.answer(postback.try, () => ({
    request: { method: 'POST', url: 'https://ads.example.com/api/conversion', headers: {}, body: '{"e":1}' },
    kind: 'answer' as const,
    why: null,
    status: 200,
    ms: 12,
    headers: {},
    body: '{"code":0}',
    outcome: 'ok' as const,
    reason: null,
  }))
  const { user, router } = await show()
  await user.click(await screen.findByRole('button', { name: '添加回传' }))
  await screen.findByRole('heading', { name: '添加回传' })
  const trial = within(await screen.findByRole('region', { name: '试用' }))
  expect(trial.getByRole('button', { name: '试用' }).hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('combobox', { name: '平台' }))
  await user.click(await screen.findByRole('option', { name: '巨量引擎' }))
  expect(screen.getByRole('link', { name: '巨量引擎 的公开文档' }).getAttribute('href')).toBe(
    'https://ads.example.com/docs',
  )
  expect((screen.getByLabelText(/^名称/) as HTMLInputElement).value).toBe('巨量引擎')

  await user.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText('请填写密钥的值')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('密钥 token')))
  expect(server.calls(postback.create)).toEqual([])
  await user.type(screen.getByLabelText('密钥 token'), 's3cret{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe('?list=channel&id=11&edit=31'))
  expect(server.calls(postback.create)).toMatchObject([
    {
      body: {
        channelId: '11',
        name: '巨量引擎',
        event: 'accepted',
        secrets: [{ name: 'token', value: 's3cret' }],
        template: { request: { url: 'https://ads.example.com/api/conversion' } },
      },
    },
  ])
  await screen.findByRole('heading', { name: '编辑回传' })
  const stored = within(await screen.findByRole('region', { name: '试用' }))
  await user.click(stored.getByRole('button', { name: '试用' }))
  await stored.findByText('HTTP 200，12 毫秒')
  stored.getByText('读取结果：已接收')
  expect(server.calls(postback.try)).toMatchObject([{ params: { id: '31' }, body: { event: 'accepted' } }])
})

test('a new host needs every secret again; a refusal is shown at its field', async () => {
  server.answer(postback.update, () =>
    refusal({ code: '4000', desc: '参数错误', fields: { 'template.request.url': '不允许调用这个地址' } }),
  )
  const { user } = await show('&edit=31')
  const address = await screen.findByLabelText(/请求地址/)
  expect(screen.getByLabelText('密钥 token').getAttribute('placeholder')).toBe('已设置，留空不变')
  await user.clear(address)
  await user.type(address, 'https://other.example.com/x')
  await screen.findByText('other.example.com 是新的主机，须重新填写所有密钥。')
  await user.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText('请填写密钥的值')
  await user.type(screen.getByLabelText('密钥 token'), 'again')
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'))
  expect(server.calls(postback.update)).toHaveLength(1)
})

test('the preview follows the event, and its problems stand beside the form and at their field', async () => {
  server.answer(postback.preview, ({ body }) => ({
    problems: [
      {
        path: 'request.url',
        line: null,
        column: null,
        code: 'x',
        words: [`问题 ${body.event}`, 'A problem'] as [string, string],
        overridable: false,
      },
    ],
    request: null,
  }))
  await show('&edit=31')
  await screen.findByText('request.url: 问题 accepted')
  expect(screen.getByLabelText(/请求地址/).getAttribute('aria-invalid')).toBe('true')
})

test('who may not change postbacks has no form; a wrong id has no page', async () => {
  await show('&edit=31', ['postback:page'])
  await screen.findByText('not permitted')
  await show('&edit=x')
  await screen.findByText('no such page')
})

test('deliveries are those of the channel; the details show each try with its request and answer', async () => {
  const { user } = await show('&tab=deliveries&state=dead&targetId=31', [...points, 'push:page'])
  const line = await screen.findByRole('row', { name: /激活回传/ })
  within(line).getByText('对方拒收')
  expect(server.calls(postback.deliveries)[0]?.body).toMatchObject({
    channelId: '11',
    state: 'dead',
    targetId: '31',
  })
  expect(server.calls(postback.deliveries)[0]?.body).not.toHaveProperty('id')
  await user.click(line)
  const panel = within(await screen.findByRole('dialog', { name: '投递详情' }))
  await panel.findByText('第 2 次')
  panel.getByText(/x-event-id: 7434023108739072042/)
  panel.getByText('{"code":"7"}')
  panel.getByText('拒收，不再发送')
  expect(panel.getByRole('link', { name: '查看推送记录' }).getAttribute('href')).toBe(
    '/plan/push-list?open=77',
  )
})

test('a dead delivery is sent again: one, several, and all that match', async () => {
  server.answer(postback.again, () => ({ ...delivery, state: 'waiting' as const, reason: null, log }))
  server.answer(postback.againMany, () => ({ done: 0, others: 1 }))
  const { user } = await show('&tab=deliveries')
  const line = await screen.findByRole('row', { name: /激活回传/ })
  await user.click(within(line).getByRole('checkbox'))
  const bar = (await screen.findByText('已选 1 条')).parentElement as HTMLElement
  await user.click(within(bar).getByRole('button', { name: '重新投递' }))
  const several = await screen.findByRole('alertdialog', { name: '重新投递选中的 1 条？' })
  await user.click(within(several).getByRole('button', { name: '重新投递' }))
  await screen.findByText('已安排 0 条；其余 1 条不是已放弃')
  expect(server.calls(postback.againMany)[0]?.body).toEqual({ ids: ['501'] })
  await user.click(line)
  const panel = within(await screen.findByRole('dialog', { name: '投递详情' }))
  await user.click(await panel.findByRole('button', { name: '重新投递' }))
  const one = await screen.findByRole('alertdialog', { name: '重新投递这个事件？' })
  await user.click(within(one).getByRole('button', { name: '重新投递' }))
  await screen.findByText('已安排重新投递')
  expect(server.calls(postback.again)).toMatchObject([{ params: { id: '501' } }])
})

test('each figure leads to its deliveries', async () => {
  server.answer(postback.figures, () => [
    {
      targetId: '31',
      targetName: '激活回传',
      channelId: '11',
      channelName: '抖音信息流',
      orgId: null,
      orgName: null,
      event: 'accepted' as const,
      tries: 9,
      sent: 7,
      dead: 1,
      untold: 4,
      deducted: 0,
    },
  ])
  await show('&tab=figures&fromDay=2026-03-01&toDay=2026-03-07')
  const link = await screen.findByRole('link', { name: '激活回传 · 接受 · 放弃 1' })
  const to = new URL(link.getAttribute('href') ?? '', 'http://x').searchParams
  expect(Object.fromEntries(to)).toMatchObject({
    list: 'channel',
    id: '11',
    tab: 'deliveries',
    targetId: '31',
    event: 'accepted',
    state: 'dead',
  })
  expect(screen.queryByRole('link', { name: /其中扣量/ })).toBeNull()
  expect(server.calls(postback.figures)).toMatchObject([
    { body: { channelId: '11', fromDay: '2026-03-01', toDay: '2026-03-07' } },
  ])
})

test('a channel without postbacks says what they are for, and an answer that fails says so', async () => {
  rows = []
  const { unmount } = await show()
  await screen.findByText('这里还没有内容')
  screen.getByText(/^回传在用户注册/)
  unmount()
  server.answer(postback.figures, () => refusal({ code: '5000', desc: '系统繁忙' }))
  await show('&tab=figures')
  await screen.findByRole('button', { name: '重试' })
})
