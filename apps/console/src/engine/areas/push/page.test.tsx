import { push as api, type PushDetail } from '@kabao/contract/engine/push'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { choice } from '#test/choice.ts'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import PushPage from './page.tsx'

const record = (over: Partial<PushDetail> = {}): PushDetail => ({
  id: '11',
  userId: '7',
  phone: '138****1234',
  name: '李*',
  orgId: '3',
  orgName: '华南信用卡中心',
  planId: '5',
  planName: '标准计划',
  channelId: '2',
  channelName: '百度搜索',
  flow: 'full',
  cityCode: '440305',
  cityName: '广东省 深圳市 南山区',
  stage: 'submit',
  status: 'rejected',
  priceFen: 4500,
  costFen: 0,
  attempts: 1,
  requestAt: '2026-03-01T00:00:00.000Z',
  respondedAt: '2026-03-01T00:00:01.500Z',
  reason: '综合评分不足',
  externalId: 'P900',
  quality: null,
  priceMinFen: null,
  priceMaxFen: null,
  returnReasons: [],
  returnId: null,
  dedupeDays: 30,
  latestAttempts: [
    {
      id: '22',
      number: 2,
      at: '2026-03-01T00:00:05.000Z',
      stage: 'query',
      outcome: null,
      httpStatus: null,
      tookMs: null,
      error: null,
      request: null,
      reply: null,
    },
    {
      id: '21',
      number: 1,
      at: '2026-03-01T00:00:00.000Z',
      stage: 'submit',
      outcome: 'failed',
      httpStatus: 502,
      tookMs: 250,
      error: '对方返回 502',
      request: { phone: '138****1234' },
      reply: '<html>bad gateway</html>',
    },
  ],
  updatedAt: '2026-03-01T00:00:00.000Z',
  ...over,
})

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(api.page, ({ body }) => ({
    records: [record(), record({ id: '12', orgName: '华东消费金融' })],
    total: 2,
    current: body.current,
    size: body.size,
  }))
  // Registered last, because it would also match the paths above.
  server.answer(api.get, ({ params }) =>
    params.id === '12' ? record({ id: '12', orgName: '华东消费金融' }) : record(),
  )
  server.answer(api.orgs, () => [choice({ id: '3', code: 'org003', name: '华南信用卡中心' })])
  server.answer(api.plans, () => [choice({ id: '5', name: '标准计划', hint: '华南信用卡中心' })])
})
const show = (address: string, ...points: string[]) => {
  signIn('push:page', ...points)
  return renderAt(address, [{ path: '/', Component: PushPage }])
}

test('the filters of the address are applied, and organization and plan are shown by name', async () => {
  await show('/?orgId=3&planId=5&status=rejected&stage=submit&requestFrom=2026-03-01T00%3A00%3A00.000Z')
  await screen.findAllByText('138****1234')
  expect(server.calls(api.page)[0]?.body).toMatchObject({
    orgId: '3',
    planId: '5',
    status: 'rejected',
    stage: 'submit',
    requestFrom: '2026-03-01T00:00:00.000Z',
  })
  expect(await screen.findByDisplayValue('华南信用卡中心 (org003)')).toBeTruthy()
  expect(await screen.findByText(/：华南信用卡中心 · 标准计划/)).toBeTruthy()
})

test('a row opens its details: the result, and each attempt with what was sent and received', async () => {
  const { user, router } = await show('/')
  await user.click((await screen.findAllByText('综合评分不足'))[0] as HTMLElement)
  const panel = await screen.findByRole('dialog')
  await within(panel).findByText('1,500 毫秒')
  within(panel).getByText(/"phone": "138\*{4}1234"/)
  within(panel).getByText('<html>bad gateway</html>')
  within(panel).getByText('对方返回 502')
  within(panel).getByText(/HTTP 502 · 250 毫秒/)
  expect(
    within(panel)
      .getAllByRole('heading', { name: /^第 \d 次/ })
      .map((each) => each.textContent),
  ).toEqual(['第 2 次 · 查询结果进行中', '第 1 次 · 进件失败'])
  expect(within(panel).getAllByText('没有记录')).toHaveLength(2)
  expect(router.state.location.search).toBe('?open=11')
  expect(within(panel).queryByRole('link', { name: '查看用户' })).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('with the permission to see users, a push links to its user', async () => {
  await show('/?open=11', 'user:page')
  expect((await screen.findByRole('link', { name: '查看用户' })).getAttribute('href')).toBe(
    '/user/list?open=7',
  )
})

test('Alt with the arrow keys opens the previous and the next row, if there is one', async () => {
  const { user, router } = await show('/?open=11')
  const panel = await screen.findByRole('dialog')
  await within(panel).findByText('本页第 1 / 2 条')
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(router.state.location.search).toBe('?open=11')
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await within(panel).findByRole('heading', { name: '华东消费金融' })
  expect(router.state.location.search).toBe('?open=12')
  expect(within(panel).getByRole('button', { name: '下一条（Alt+↓）' })).toHaveProperty('disabled', true)
})

test('an unclear push is confirmed after a question that names the money, and only with the permission', async () => {
  server.answer(api.get, () => record({ status: 'unknown', respondedAt: null, reason: null }))
  server.answer(api.settle, () => record({ status: 'accepted' }))
  const { user } = await show('/?open=11', 'push:settle')
  await user.click(await screen.findByRole('button', { name: '机构已接收' }))
  const question = await screen.findByRole('alertdialog')
  within(question).getByText('将从机构余额扣除 ¥45.00。')
  await user.click(within(question).getByRole('button', { name: '机构已接收' }))
  await waitFor(() => expect(server.calls(api.settle)).toMatchObject([{ body: { outcome: 'accepted' } }]))
})

test('without the permission an unclear push only shows its status', async () => {
  server.answer(api.get, () => record({ status: 'unknown', respondedAt: null, reason: null }))
  await show('/?open=11')
  await within(await screen.findByRole('dialog')).findByText('待确认')
  expect(screen.queryByRole('button', { name: '机构已接收' })).toBeNull()
})
