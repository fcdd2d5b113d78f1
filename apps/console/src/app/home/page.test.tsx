import { codes } from '@kabao/contract/kernel/envelope'
import { message } from '@kabao/contract/operations/message'
import { type HomeLayout, home } from '@kabao/contract/statistics/home'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import HomePage from './page.tsx'

let saved: HomeLayout
let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  saved = { order: [], hidden: [] }
  server = fakeServer()
  server.answer(home.waiting, () => [])
  server.answer(message.list, () => [])
  server.answer(home.figures, () => ({
    day: '2026-03-02',
    upTo: '2026-03-02T03:20:10.000Z',
    comparedTo: '2026-03-02T03:20:00.000Z',
    figures: [
      { key: 'uv' as const, today: 41, before: 2 },
      { key: 'registrations' as const, today: 1_234, before: 1_000 },
      { key: 'revenueFen' as const, today: 90_000, before: 100_000 },
      { key: 'profitFen' as const, today: 5_000, before: -1_000 },
      { key: 'pushes' as const, today: 3, before: 3 },
    ],
    funnel: [
      { key: 'uv' as const, count: 1_000 },
      { key: 'registrations' as const, count: 250 },
    ],
  }))
  server.answer(home.plans, () => [
    {
      id: '7',
      name: '华南计划',
      orgName: '华南机构',
      flow: 'uv' as const,
      used: 40,
      dailyCap: 50,
      expected: 45,
      answered: 10,
      accepted: 8,
    },
  ])
  server.answer(home.tops, () => ({ channels: [], orgs: null }))
  server.answer(home.errors, () => null)
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

test('figures are shown beside those of yesterday until the same minute, with the change between the two', async () => {
  await show()
  const figures = within(await card('今日数据'))
  expect((await figures.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'UV41昨日截至 11:20：2 +39',
    '注册1,234昨日截至 11:20：1,000 +23.4%',
    '收入¥900.00昨日截至 11:20：¥1,000.00 -10%',
    '利润¥50.00昨日截至 11:20：-¥10.00 +¥60.00',
    '推送3昨日截至 11:20：3 ',
  ])
  figures.getByText(/^数据截至 .*11:20:10$/)
})

test('the funnel tells the share of the step before', async () => {
  await show()
  const funnel = within(await card('今日转化'))
  expect((await funnel.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'UV1,000',
    '注册250占上一步 25%',
  ])
})

test('a running plan leads to its details in the list that it is on', async () => {
  await show()
  const plans = within(await card('正在运行的计划'))
  expect((await plans.findByRole('link', { name: '华南计划' })).getAttribute('href')).toBe(
    '/plan/uv-list?open=7',
  )
  plans.getByText('40 / 50')
  plans.getByText('华南机构 · 接收率 80% · 节奏应到 45')
})

test('what the reader may not see has no card, and is not offered', async () => {
  const { user } = await show()
  await card('今日渠道排行')
  await waitFor(() => expect(screen.queryByRole('region', { name: '今日机构排行' })).toBeNull())
  expect(screen.queryByRole('region', { name: '最近的错误' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '自定义首页' }))
  await screen.findByRole('checkbox', { name: '今日数据' })
  expect(screen.queryByRole('checkbox', { name: '最近的错误' })).toBeNull()
})

test('cards are hidden and moved at once, and the layout is saved with the account', async () => {
  const { user } = await show()
  await card('今日转化')
  await user.click(screen.getByRole('button', { name: '自定义首页' }))
  await user.click(await screen.findByRole('checkbox', { name: '今日转化' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: '今日转化' })).toBeNull())
  await waitFor(() => expect(saved.hidden).toEqual(['funnel']))
  await user.click(screen.getByRole('button', { name: '上移“待办事项”' }))
  await waitFor(() => expect(saved.order.slice(0, 2)).toEqual(['waiting', 'figures']))
  await user.click(screen.getByRole('button', { name: '恢复默认' }))
  await card('今日转化')
  await waitFor(() => expect(saved).toEqual({ order: [], hidden: [] }))
})

test('a card that fails says so, and the others are shown', async () => {
  server.answer(home.plans, () => refusal({ code: codes.forbidden, desc: '没有权限' }))
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
  await toggle('今日数据')
  await isHidden('今日数据')
  await waitFor(() => expect(held).toHaveLength(1))
  held.shift()?.()
  await waitFor(() => expect(saved.hidden).toEqual(['funnel', 'plans']))
  await waitFor(() => expect(held).toHaveLength(2))
  const seen = watched('今日数据')
  for (const go of held.splice(0)) go()
  await waitFor(() => expect(saved.hidden).toEqual(['funnel', 'plans', 'figures']))
  await waitFor(() => expect(held.length).toBeGreaterThan(0))
  for (const go of held.splice(0)) go()
  await isHidden('今日数据')
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
