import { push } from '@kabao/contract/engine/push'
import { userTimeline } from '@kabao/contract/engine/timeline'
import { user as api, type UserDetail } from '@kabao/contract/users/user'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { choice } from '#test/choice.ts'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import UserPage from './page.tsx'

const person: UserDetail = {
  id: '7',
  phone: '138****1234',
  name: '李*',
  gender: 'female',
  age: 30,
  cityCode: '440305',
  cityName: '广东省 深圳市 南山区',
  channelId: '3',
  channelName: '百度搜索',
  flow: 'full',
  source: 'channel',
  status: 'pushed',
  riskLevel: 'high',
  lastActiveAt: null,
  createdAt: '2026-03-01T00:00:00.000Z',
  idNumber: '440***********1234',
  birthday: '1996-**-**',
  profile: {
    incomeBand: 'from5kTo10k',
    creditBand: null,
    house: true,
    car: null,
    socialInsurance: false,
    housingFund: null,
    occupation: null,
  },
  ip: '10.0.0.1',
  device: 'demo',
  riskCheckedAt: '2026-03-01T00:00:00.000Z',
  pushCount: 2,
  consentText: null,
  consentAt: null,
  remark: '',
  updatedAt: '2026-03-01T00:00:00.000Z',
  deletedAt: null,
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(api.page, ({ body }) => ({
    records: [person],
    total: 1,
    current: body.current,
    size: body.size,
  }))
  server.answer(api.get, () => person)
  server.answer(api.channels, () => [choice({ id: '3', code: 'baidu', name: '百度搜索' })])
  server.answer(api.riskSimple, () => ({
    score: 720,
    level: 'high' as const,
    checkedAt: '2026-03-02T00:00:00.000Z',
    rules: ['凌晨注册'],
  }))
})
const show = (address: string, ...points: string[]) => {
  signIn('user:page', ...points)
  return renderAt(address, [{ path: '/', Component: UserPage }])
}

test('the filters of the address are applied, and place and channel are shown by name', async () => {
  await show('/?status=pushed&cityCode=440300&channelId=3')
  await screen.findByText('138****1234')
  expect(server.calls(api.page)[0]?.body).toMatchObject({
    status: 'pushed',
    cityCode: '440300',
    channelId: '3',
  })
  expect(await screen.findByDisplayValue('广东省 / 深圳市')).toBeTruthy()
  expect(await screen.findByText(/百度搜索 \(baidu\)/)).toBeTruthy()
})

test('a row opens its details, the address has its id, and without the permission no write actions are shown', async () => {
  const { user, router } = await show('/')
  await user.click(await screen.findByText('李*'))
  const panel = await screen.findByRole('dialog')
  await within(panel).findByText('440***********1234')
  expect(router.state.location.search).toBe('?open=7')
  for (const name of ['查看完整信息', '注销用户'])
    expect(within(panel).queryByRole('button', { name })).toBeNull()
  expect(within(panel).queryByText('风控报告')).toBeNull()
  expect(screen.queryByRole('button', { name: '注销' })).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('a link opens the details; the complete data is revealed on request, for one user', async () => {
  server.answer(api.reveal, () => ({
    phone: '13800001234',
    name: '李雷',
    idNumber: '440305199601011234',
    birthday: '1996-01-01',
  }))
  const { user } = await show('/?open=7', 'user:reveal')
  await user.click(await screen.findByRole('button', { name: '查看完整信息' }))
  await screen.findByText('440305199601011234')
  screen.getByText('1996-01-01')
  // The time that is left is shown beside the button that hides the data.
  screen.getByText('30 秒')
  await screen.findByText('29 秒', {}, { timeout: 3_000 })
  expect(server.calls(api.reveal)).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: '隐藏完整信息' }))
  await screen.findByText('440***********1234')
})

test('an address with an invalid id opens nothing', async () => {
  await show('/?open=7%20or%201')
  await screen.findByText('138****1234')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a report is fetched when it is opened, and shows which rules matched', async () => {
  server.answer(api.risk, ({ query }) => ({
    type: query.type,
    score: 300,
    level: 'low' as const,
    checkedAt: '2026-03-01T00:00:00.000Z',
    rules: [{ code: 'noIdNumber', name: '未提供身份证号', hit: true, detail: '用户尚未提供身份证号' }],
  }))
  const { user, router } = await show('/?open=7', 'user:risk')
  await user.click(await screen.findByRole('tab', { name: '风控报告' }))
  await screen.findByText('凌晨注册')
  expect(router.state.location.search).toBe('?open=7&tab=risk')
  expect(server.calls(api.risk)).toHaveLength(0)
  await user.click(screen.getByRole('tab', { name: '身份核验' }))
  await screen.findByText('用户尚未提供身份证号')
  expect(server.calls(api.risk)[0]?.query).toEqual({ type: 'identity' })
})

test('the timeline shows the events, loads older ones on request, and links where the permissions allow', async () => {
  const place = { at: '2026-03-01T00:00:00.000Z', key: '3 11' }
  server.answer(userTimeline.timeline, ({ body }) =>
    body.before
      ? { events: [{ ...place, key: '1', kind: 'registered' as const, channelName: '百度搜索' }], next: null }
      : {
          events: [
            {
              ...place,
              key: '4 11',
              kind: 'answered' as const,
              pushId: '11',
              orgName: '华南信用卡中心',
              status: 'rejected' as const,
              reason: '评分不足',
            },
            {
              ...place,
              key: '3 12',
              kind: 'feedback' as const,
              feedbackId: '5',
              feedbackKind: 'fault' as const,
            },
          ],
          next: place,
        },
  )
  const { user } = await show('/?open=7&tab=timeline', 'user:timeline', 'push:page')
  const answered = await screen.findByRole('link', { name: '机构应答：被拒' })
  expect(answered.getAttribute('href')).toBe('/plan/push-list?userId=7&open=11')
  screen.getByText('华南信用卡中心 · 评分不足')
  expect(screen.queryByRole('link', { name: '提交反馈' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '查看更早的记录' }))
  await screen.findByText('注册')
  expect(server.calls(userTimeline.timeline)[1]?.body).toMatchObject({ before: place })
  expect(screen.queryByRole('button', { name: '查看更早的记录' })).toBeNull()
})

test('pushes and feedback of a user are shown only with the permission to see them', async () => {
  server.answer(push.page, ({ body }) => ({ records: [], total: 0, current: body.current, size: body.size }))
  const { user } = await show('/?open=7', 'push:page')
  await user.click(await screen.findByRole('tab', { name: '推送记录' }))
  await screen.findByText('还没有推送过')
  expect(server.calls(push.page)[0]?.body).toMatchObject({ userId: '7' })
  for (const name of ['时间线', '用户反馈', '风控报告'])
    expect(screen.queryByRole('tab', { name })).toBeNull()
})

test('several users are deleted at once, after a confirmation that says it cannot be undone', async () => {
  server.answer(api.removeMany, () => ({ removed: 1 }))
  const { user } = await show('/', 'user:delete')
  await user.click(await screen.findByRole('checkbox', { name: '选择第 1 行' }))
  await user.click(screen.getByRole('button', { name: '批量注销' }))
  const dialog = await screen.findByRole('alertdialog')
  within(dialog).getByText(/永久删除/)
  await user.type(within(dialog).getByRole('textbox', { name: '输入“批量注销”以确认' }), '批量注销')
  await user.click(within(dialog).getByRole('button', { name: '批量注销' }))
  await waitFor(() => expect(server.calls(api.removeMany)[0]?.body).toEqual({ ids: ['7'] }))
  await waitFor(() => expect(screen.queryByText(/已选/)).toBeNull())
})
