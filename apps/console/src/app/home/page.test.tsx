import type { AnswerOf } from '@kabao/contract'
import { codes } from '@kabao/contract/kernel/envelope'
import { message } from '@kabao/contract/operations/message'
import { type HomeLayout, home, mostWaiting } from '@kabao/contract/statistics/home'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { queries } from '#kit'
import { takeMenu, useSession } from '#kit/session/session.ts'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import HomePage from './page.tsx'

const records = (figure: string) => ({
  name: 'ChartSystemList',
  query: { preset: 'today', drillDown: `${figure}~now~~` },
})
type Day = AnswerOf<typeof home.today>
const day: Day = {
  figures: {
    day: '2026-03-02',
    upTo: '2026-03-02T03:20:10.000Z',
    comparedTo: '2026-03-02T03:20:00.000Z',
    report: { name: 'ChartSystemList', query: { preset: 'today' } },
    figures: [
      { key: 'uv', today: 41, yesterday: 2, lastWeek: 41, link: records('uv') },
      {
        key: 'registrations',
        today: 1_234,
        yesterday: 1_000,
        lastWeek: 1_500,
        link: records('registrations'),
      },
      { key: 'allRevenue', today: 90_000, yesterday: 100_000, lastWeek: 90_000, link: records('allRevenue') },
      { key: 'allProfit', today: 5_000, yesterday: -1_000, lastWeek: null, link: records('allProfit') },
    ],
    funnel: [
      { key: 'uv', count: 1_000 },
      { key: 'registrations', count: 250 },
      { key: 'matchedUsers', count: 300 },
    ],
  },
  waiting: [],
  warnings: [],
}
const more: AnswerOf<typeof home.more> = {
  plans: [
    {
      id: '7',
      name: '华南计划',
      orgName: '华南机构',
      flow: 'uv',
      used: 40,
      dailyCap: 50,
      expected: 45,
      answered: 10,
      accepted: 8,
    },
  ],
  channels: [],
  orgs: null,
  errors: null,
}
let saved: HomeLayout
let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  saved = { order: [], hidden: [] }
  server = fakeServer()
  server.answer(message.list, () => [])
  server.answer(home.today, () => day)
  server.answer(home.more, () => more)
  server.answer(home.layout, () => saved)
  server.answer(home.setLayout, ({ body }) => {
    saved = body
    return body
  })
})
const show = () => {
  signIn()
  return renderAt('/', [{ path: '/', Component: HomePage }])
}
const card = (name: string) => screen.findByRole('region', { name })

test('figures are shown beside those of yesterday and last week until the same minute, with the change between the two', async () => {
  await show()
  const figures = within(await card('今日数据'))
  await figures.findByText('41')
  expect(figures.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'UV41昨日同期 2 +39上周同期 41 ',
    '注册1,234昨日同期 1,000 +23.4%上周同期 1,500 -17.7%',
    '总收入¥900.00昨日同期 ¥1,000.00 -10%上周同期 ¥900.00 ',
    '总利润¥50.00昨日同期 -¥10.00 +¥60.00',
  ])
  figures.getByText('数据截至 11:20 · 同期均截至 11:20')
  // A difference from a small base has no color; a percentage has one.
  const looksOf = (text: string) => Object.keys(figures.getByText(text).dataset)
  expect([looksOf('+39'), looksOf('+23.4%'), looksOf('-17.7%'), looksOf('+¥60.00')]).toEqual([
    [],
    ['up'],
    ['down'],
    [],
  ])
})

test('each figure leads to its records of today', async () => {
  await show()
  const figures = within(await card('今日数据'))
  expect((await figures.findByRole('link', { name: /^注册/ })).getAttribute('href')).toBe(
    '/chart/system-list?preset=today&drillDown=registrations%7Enow%7E%7E',
  )
})

test('what waits and what is wrong are told; each leads to where it is', async () => {
  const busy: Day = {
    figures: null,
    waiting: [
      {
        kind: 'feedbackMine',
        count: 3,
        link: { name: 'UserFeedbackList', query: { status: 'processing' } },
      },
      { kind: 'exportsReady', count: mostWaiting, link: { name: 'ExportCenter', query: {} } },
    ],
    warnings: [
      {
        kind: 'orgUnreachable',
        name: '华南机构',
        count: null,
        at: '2025-03-02T03:20:00.000Z',
        link: { name: 'OrgList', query: { open: '7' } },
      },
      {
        kind: 'pushesUnclear',
        name: null,
        count: mostWaiting,
        at: null,
        link: { name: 'PlanPushList', query: { tab: 'records', status: 'unknown' } },
      },
    ],
  }
  server.answer(home.today, () => busy)
  await show()
  const addressOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await addressOf('3我处理中的反馈')).toBe('/user/feedback-list?status=processing')
  expect(await addressOf('10,000+可下载的导出')).toBe('/export-center')
  expect(await addressOf('华南机构自 2025-03-02 11:20 起无法连通，暂停向其推送')).toBe('/org/list?open=7')
  expect(await addressOf('10,000+ 次推送超过一天结果未知，仍占用余额')).toBe(
    '/plan/push-list?tab=records&status=unknown',
  )
  expect(screen.queryByRole('region', { name: '今日数据' })).toBeNull()
})

test('a day without work and warning says so in a line each', async () => {
  await show()
  await screen.findByText('没有待办事项。')
  await screen.findByText('当前没有异常。')
})

test('what is read anew does not move the list that the pointer is in', async () => {
  const of = (count: number) => [
    { kind: 'feedbackMine' as const, count, link: { name: 'UserFeedbackList', query: {} } },
  ]
  let waiting: Day['waiting'] = of(3)
  server.answer(home.today, () => ({ ...day, waiting }))
  const { user } = await show()
  await user.hover(await screen.findByRole('link', { name: '3我处理中的反馈' }))
  waiting = [{ kind: 'feedbackOverdue', count: 1, link: { name: 'UserFeedbackList', query: {} } }, ...of(4)]
  const figures = { ...(day.figures as NonNullable<Day['figures']>), upTo: '2026-03-02T03:21:10.000Z' }
  server.answer(home.today, () => ({ ...day, figures, waiting }))
  await queries.invalidateQueries()
  await screen.findByText(/^数据截至 11:21/)
  screen.getByRole('link', { name: '3我处理中的反馈' })
  expect(screen.queryByRole('link', { name: '1已超时的反馈' })).toBeNull()
  await user.unhover(screen.getByRole('link', { name: '3我处理中的反馈' }))
  await screen.findByRole('link', { name: '1已超时的反馈' })
})

test('the funnel tells the share of the step before, and none above the whole', async () => {
  await show()
  const funnel = within(await card('今日转化'))
  await funnel.findByText('1,000')
  expect(funnel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'UV1,000',
    '注册250占上一步 25%',
    '匹配用户300',
  ])
})

test('a running plan leads to its details in the list that it is on', async () => {
  await show()
  const plans = within(await card('正在运行的计划'))
  expect((await plans.findByRole('link', { name: '华南计划' })).getAttribute('href')).toBe(
    '/plan/uv-list?open=7',
  )
  plans.getByText('40 / 50')
  plans.getByText('华南机构 · 接收率 80% · 按均匀投放应达 45')
})

test('what the reader may not see has no card, and is not offered', async () => {
  const { user } = await show()
  await card('今日渠道排行')
  await waitFor(() => expect(screen.queryByRole('region', { name: '今日机构排行' })).toBeNull())
  expect(screen.queryByRole('region', { name: '最近的错误' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '自定义首页' }))
  await screen.findByRole('checkbox', { name: '今日转化' })
  expect(screen.queryByRole('checkbox', { name: '最近的错误' })).toBeNull()
})

test('cards are hidden and moved at once, and the layout is saved with the account', async () => {
  const { user } = await show()
  await card('今日转化')
  await user.click(screen.getByRole('button', { name: '自定义首页' }))
  await user.click(await screen.findByRole('checkbox', { name: '今日转化' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: '今日转化' })).toBeNull())
  await waitFor(() => expect(saved.hidden).toEqual(['funnel']))
  await user.click(screen.getByRole('button', { name: '上移“正在运行的计划”' }))
  await waitFor(() => expect(saved.order.slice(0, 2)).toEqual(['plans', 'funnel']))
  await user.click(screen.getByRole('button', { name: '恢复默认' }))
  await card('今日转化')
  await waitFor(() => expect(saved).toEqual({ order: [], hidden: [] }))
})

test('a card that fails says so, and the others are shown', async () => {
  server.answer(home.more, () => refusal({ code: codes.forbidden, desc: '没有权限' }))
  await show()
  const plans = within(await card('正在运行的计划'))
  await plans.findByRole('button', { name: /重试/ })
  await card('今日数据')
})

/** Opens the list of the cards, and holds what the service does until it is let go. */
async function customize() {
  const held: (() => void)[] = []
  const hold = () => new Promise<void>((resolve) => held.push(resolve))
  const { user } = await show()
  await card('今日转化')
  await user.click(screen.getByRole('button', { name: '自定义首页' }))
  const box = (name: string) => screen.findByRole('checkbox', { name })
  await box('今日转化')
  const isHidden = (name: string) => waitFor(() => expect(screen.queryByRole('region', { name })).toBeNull())
  return { held, hold, isHidden, toggle: async (name: string) => user.click(await box(name)) }
}

test('an answer from before a change does not undo the change while it is saved', async () => {
  const { held, hold, isHidden, toggle } = await customize()
  await toggle('今日转化')
  await isHidden('今日转化')
  await waitFor(() => expect(saved.hidden).toEqual(['funnel']))
  await waitFor(() => expect(server.calls(home.layout)).toHaveLength(2))
  server.answer(home.setLayout, async ({ body }) => {
    await hold()
    saved = body
    return body
  })
  server.answer(home.layout, async () => {
    const before = saved
    await hold()
    return before
  })
  // The first save is answered, so the layout is read again; the second one is on its way meanwhile.
  await toggle('正在运行的计划')
  await isHidden('正在运行的计划')
  await toggle('今日渠道排行')
  await isHidden('今日渠道排行')
  await waitFor(() => expect(held).toHaveLength(1))
  held.shift()?.()
  await waitFor(() => expect(saved.hidden).toEqual(['funnel', 'plans']))
  await waitFor(() => expect(held).toHaveLength(2))
  const seen = watched('今日渠道排行')
  for (const go of held.splice(0)) go()
  await waitFor(() => expect(saved.hidden).toEqual(['funnel', 'plans', 'channels']))
  await waitFor(() => expect(held.length).toBeGreaterThan(0))
  for (const go of held.splice(0)) go()
  await isHidden('今日渠道排行')
  expect(seen()).toBe(false)
})

test('changes are saved one after the other, so the last one stays', async () => {
  const { held, hold, toggle } = await customize()
  server.answer(home.setLayout, async ({ body }) => {
    await hold()
    saved = body
    return body
  })
  await toggle('今日转化')
  await toggle('正在运行的计划')
  await waitFor(() => expect(held).toHaveLength(1))
  expect(server.calls(home.setLayout)).toHaveLength(1)
  held.shift()?.()
  await waitFor(() => expect(held).toHaveLength(1))
  held.shift()?.()
  await waitFor(() => expect(saved.hidden).toEqual(['funnel', 'plans']))
})

test('a change that is refused is undone', async () => {
  const { isHidden, held, hold, toggle } = await customize()
  server.answer(home.setLayout, async () => {
    await hold()
    return refusal({ code: codes.forbidden, desc: '没有权限' })
  })
  await toggle('今日转化')
  await isHidden('今日转化')
  await waitFor(() => expect(held).toHaveLength(1))
  held.shift()?.()
  await card('今日转化')
})

/** Whether a card was shown, even for a moment, since now. */
function watched(name: string): () => boolean {
  let isSeen = false
  const look = () => {
    isSeen ||= screen.queryByRole('region', { name }) !== null
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  return () => isSeen
}

test('the figures of today have their room before the reader’s rights are known, and go if there is no right', async () => {
  useSession.setState({ menu: null, points: new Set() })
  let answer: (value: Day) => void = () => undefined
  server.answer(home.today, () => new Promise<Day>((done) => (answer = done)))
  await renderAt('/', [{ path: '/', element: <HomePage /> }])
  await screen.findByRole('region', { name: '今日数据' })
  act(() => takeMenu([]))
  await waitFor(() => expect(screen.queryByRole('region', { name: '今日数据' })).toBeNull())
  answer(day)
})
