import { codes } from '@kabao/contract/kernel/envelope'
import {
  type PlanDetail,
  type PlanReach,
  type PlanSimulation,
  plan,
  planUv,
} from '@kabao/contract/supply/plan'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { choice } from '#test/choice.ts'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import EditPage from './edit-page.tsx'
import PlanPage from './page.tsx'
import UvPage from './uv-page.tsx'

const one = (over: Partial<PlanDetail> = {}): PlanDetail => ({
  id: '11',
  orgId: '5',
  orgName: '华南银行',
  orgStatus: 'enabled',
  name: '标准计划',
  flow: 'full',
  priceMinFen: null,
  priceMaxFen: null,
  priceFen: 4_500,
  cityCodes: ['440300'],
  ageFrom: 22,
  ageTo: null,
  gender: null,
  incomeBands: [],
  creditBands: [],
  house: null,
  car: true,
  socialInsurance: null,
  housingFund: null,
  excludedChannels: [],
  windows: [{ weekday: 1, from: '09:00', to: '18:00' }],
  hourlyCap: null,
  dailyCap: 500,
  monthlyCap: null,
  totalCap: null,
  isPaced: true,
  waitsWhenFull: false,
  dailyBudgetFen: null,
  dedupeDays: 30,
  returnDays: 0,
  returnReasons: [],
  isReturnReviewed: true,
  priority: 50,
  startsOn: '2026-03-01',
  endsOn: null,
  status: 'draft',
  remark: '',
  references: 0,
  createdBy: '李敏',
  updatedBy: '李敏',
  version: 3,
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
  ...over,
})
const overlap = {
  id: '40',
  name: '夜间计划',
  status: 'running' as const,
  priceFen: 6_000,
  priority: 10,
  cities: 2,
  minutes: 600,
  from: '2026-03-01',
  to: null,
}
const reach: PlanReach = {
  users: 1_000,
  from: '2026-02-23T00:00:00.000Z',
  usersADay: 2_400,
  fits: 400,
  fitsADay: 960,
  rules: [{ rule: 'city', count: 600 }],
  priceFen: 4_500,
  rateBp: 4_000,
  isOwnRate: false,
  isPriorityFirst: false,
  place: 3,
  plans: 40,
  compared: 400,
  won: 100,
  wonADay: 240,
  outrankedBy: [
    { planId: '40', planName: '夜间计划', orgName: '华东银行', priceFen: 5_300, rateBp: 4_100, count: 300 },
  ],
  day: { people: 50, fen: 225_000, limit: 'dailyCap' },
}
const preview = {
  changes: [] as string[],
  from: null as string | null,
  usedToday: 0,
  spentTodayFen: 0,
  reach: reach as PlanReach | null,
}
const acts = ['page', 'create', 'update', 'delete', 'start', 'pause', 'resume', 'end', 'export', 'simulate']
const all = (area: string) => acts.map((act) => `${area}:${act}`)

let server: ReturnType<typeof fakeServer>
let rows: PlanDetail[]
beforeEach(() => {
  rows = [one(), one({ id: '12', name: '优选计划', status: 'running', references: 7, cityCodes: [] })]
  server = fakeServer()
  for (const area of [plan, planUv]) {
    server.answer(area.page, ({ body }) => ({
      records: rows.map(({ windows: _, excludedChannels: __, ...row }) => row),
      total: rows.length,
      current: body.current,
      size: body.size,
    }))
    server.answer(area.get, ({ params }) => rows.find(({ id }) => id === params.id) as PlanDetail)
    server.answer(area.counts, () => ({ draft: 4, running: 30, exhausted: 1, paused: 2, ended: 9 }))
    server.answer(area.orgs, () => [choice({ id: '5', code: 'bank01', name: '华南银行' })])
    server.answer(area.channels, () => [])
    server.answer(area.orgCities, () => ['440100', '440300'])
    server.answer(area.preview, () => ({ ...preview, isFull: false, overlaps: [overlap] }))
    server.answer(area.overlaps, () => [overlap])
    server.answer(area.whyNot, () => ({ day: '2026-03-02', rules: [] }))
  }
})
const show = (address = '/', points = all('plan')) => {
  signIn(...points)
  return renderAt(address, [
    { path: '/', Component: PlanPage },
    { path: '/plan/edit', Component: EditPage },
    { path: '/plan/list', Component: PlanPage },
  ])
}
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement
const edit = async (user: Awaited<ReturnType<typeof show>>['user'], name: string) => {
  await user.click(within(await rowOf(name)).getByRole('button', { name: '编辑' }))
  await screen.findByRole('heading', { name: '编辑计划' })
}

test('the list names the cities and says what no city and no limit mean; counts by state filter it at once', async () => {
  const { user, router } = await show()
  const row = within(await rowOf('标准计划'))
  await row.findByText('深圳市')
  row.getByText('¥45.00')
  within(await rowOf('优选计划')).getByText('机构的全部城市')
  await user.click(await screen.findByRole('button', { name: /运行中 ?30/ }))
  await waitFor(() => expect(router.state.location.search).toBe('?status=running'))
})

test('the list of joint logins has its own title and points', async () => {
  signIn(...all('planUv'))
  await renderAt('/', [{ path: '/', Component: UvPage }])
  await rowOf('标准计划')
  screen.getByRole('heading', { name: '联登计划列表' })
  screen.getByRole('button', { name: '添加联登计划' })
  expect(server.calls(plan.page)).toEqual([])
})

test('without permission to write there are no write actions', async () => {
  await show('/', ['plan:page'])
  expect(within(await rowOf('标准计划')).queryByRole('button', { name: '编辑' })).toBeNull()
  expect(screen.queryByRole('button', { name: '添加计划' })).toBeNull()
})

describe('the form', () => {
  const save = (user: Awaited<ReturnType<typeof show>>['user']) =>
    user.click(screen.getByRole('button', { name: '保存' }))
  const created = () => {
    server.answer(plan.create, () => {
      rows.push(one({ id: '13', name: '新计划' }))
      return one({ id: '13', name: '新计划' })
    })
  }

  test('a new plan is sent with its price in fen, its cities and its windows; its details open in the list', async () => {
    created()
    const { user, router } = await show('/?status=draft')
    await user.click(await screen.findByRole('button', { name: '添加计划' }))
    await screen.findByRole('heading', { name: '添加计划' })
    expect(router.state.location.pathname).toBe('/plan/edit')
    fireEvent.change(await screen.findByLabelText(/计划名称/), { target: { value: '新计划' } })
    await user.click(await screen.findByRole('combobox', { name: /机构/ }))
    await user.click(await screen.findByRole('option', { name: /华南银行/ }))
    fireEvent.change(await screen.findByLabelText(/单价/), { target: { value: '45' } })
    // The cities of the organization are the only ones.
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '城市' }).textContent).toBe('全部可选城市（2 个）'),
    )
    await user.click(screen.getByRole('button', { name: '城市' }))
    await user.click(await screen.findByRole('treeitem', { name: '广东省' }))
    await user.click(screen.getByRole('button', { name: '工作日 9–18 点' }))
    await save(user)
    await screen.findByText('添加成功')
    expect(server.calls(plan.create)[0]?.body).toMatchObject({
      name: '新计划',
      orgId: '5',
      flow: 'full',
      priceFen: 4_500,
      cityCodes: ['440100', '440300'],
      priority: 50,
      dedupeDays: 30,
      endsOn: null,
      windows: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '18:00' })),
    })
    await waitFor(() => expect(router.state.location.search).toBe('?status=draft&open=13'))
  })

  test('a new plan is saved and started with one button, which only who may start plans has', async () => {
    created()
    server.answer(plan.start, () => one({ id: '13', status: 'running' }))
    const { user, router } = await show('/plan/edit?org=5')
    fireEvent.change(await screen.findByLabelText(/计划名称/), { target: { value: '新计划' } })
    await user.click(screen.getByRole('button', { name: '保存并启动' }))
    await waitFor(() => expect(screen.getByLabelText(/单价/)).toHaveProperty('ariaInvalid', 'true'))
    expect(server.calls(plan.create)).toEqual([])
    fireEvent.change(screen.getByLabelText(/单价/), { target: { value: '45' } })
    await user.click(screen.getByRole('button', { name: '保存并启动' }))
    await screen.findByText('已启动')
    expect(server.calls(plan.start)).toMatchObject([{ params: { id: '13' }, body: { version: 3 } }])
    await waitFor(() => expect(router.state.location.search).toBe('?open=13'))
    cleanup()
    await show(
      '/plan/edit?org=5',
      all('plan').filter((point) => point !== 'plan:start'),
    )
    await screen.findByLabelText(/计划名称/)
    expect(screen.queryByRole('button', { name: '保存并启动' })).toBeNull()
  })

  test('the address of a new plan can name its organization, of either flow of the list', async () => {
    server.answer(plan.orgs, ({ query }) =>
      query.flow === 'full' ? [] : [choice({ id: '5', code: 'bank01', name: '华南银行' })],
    )
    await show('/plan/edit?org=5')
    const org = await screen.findByRole<HTMLInputElement>('combobox', { name: /机构/ })
    await waitFor(() => expect(org.value).toContain('华南银行'))
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: /流程/ }).value).toBe('半流程')
  })

  test('it says which plans it overlaps with before it is saved', async () => {
    await show('/plan/edit?id=11')
    const line = (await screen.findByRole('rowheader', { name: /夜间计划 .*¥60/ })).closest(
      'tr',
    ) as HTMLElement
    expect(
      within(line)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['2', '10', '2026-03-01 起'])
  })

  test('beside it stands how many fit, at what worth and place, before which plans, and what a day costs', async () => {
    await show('/plan/edit?id=11')
    const live = (await screen.findByText('400 / 1,000')).closest('details') as HTMLElement
    const texts = [...live.querySelectorAll('dl > div')].map((each) => each.textContent)
    expect(texts).toEqual([
      '符合条件400 / 1,000不计余额与上限；每天约 960',
      '每人价值¥45.00 × 接收率 40% = ¥18.00应答不足 20 次，接收率取此流程的平均',
      '在运行计划中的名次第 3 / 40',
      '首选本计划100 / 400每天约 240',
      '每天最多费用¥2,250.0050 人 × ¥45.00 · 受每日上限限制',
    ])
    const rival = within(live).getByRole('rowheader', { name: /夜间计划/ })
    expect(rival.closest('tr')?.textContent).toBe('华东银行 · 夜间计划¥53.00 × 接收率 41% = ¥21.73300')
    expect(live.querySelector('[aria-live=polite]')).not.toBeNull()
  })

  test('the last answer stays while more is typed, and values that are refused ask nothing', async () => {
    let hold: (() => void) | undefined
    server.answer(plan.preview, async ({ body }) => {
      if (body.priceFen === 4_600) await new Promise<void>((done) => (hold = done))
      return { ...preview, isFull: false, overlaps: [], reach: { ...reach, priceFen: body.priceFen } }
    })
    const { user } = await show('/plan/edit?id=11')
    await screen.findByText('¥45.00 × 接收率 40% = ¥18.00')
    const price = await screen.findByLabelText(/单价/)
    fireEvent.change(price, { target: { value: '46' } })
    await waitFor(() => expect(hold).toBeDefined())
    screen.getByText('¥45.00 × 接收率 40% = ¥18.00')
    screen.getByText('正在计算…')
    hold?.()
    await screen.findByText('¥46.00 × 接收率 40% = ¥18.40')
    const asked = server.calls(plan.preview).length
    await user.clear(price)
    await screen.findByText('按上次有效的内容')
    screen.getByText('¥46.00 × 接收率 40% = ¥18.40')
    expect(server.calls(plan.preview)).toHaveLength(asked)
  })

  test('who may not simulate sees no reach', async () => {
    server.answer(plan.preview, () => ({ ...preview, isFull: false, overlaps: [overlap], reach: null }))
    await show('/plan/edit?id=11', ['plan:page', 'plan:update'])
    await screen.findByText('2026-03-01 起')
    expect(screen.queryByText('预计覆盖')).toBeNull()
  })

  test('a change of a running plan shows what changes from when, and is saved after a question', async () => {
    server.answer(plan.preview, () => ({
      ...preview,
      changes: ['priceFen'],
      from: '2026-03-02T01:00:00.000Z',
      usedToday: 480,
      spentTodayFen: 2_160_000,
      isFull: true,
      overlaps: [],
    }))
    server.answer(plan.update, () => one({ id: '12', version: 4 }))
    const { user, router } = await show('/?status=running')
    await edit(user, '优选计划')
    const price = await screen.findByLabelText(/单价/)
    await user.clear(price)
    await user.type(price, '46')
    const change = within(await screen.findByRole('region', { name: '保存后的变更' }))
    const line = (await change.findByRole('rowheader', { name: '单价' })).closest('tr') as HTMLElement
    expect(line.textContent).toBe('单价¥45.00¥46.00')
    change.getByText('自 2026-03-02 09:00:00 起生效')
    change.getByText('今日已用 480 个、¥21,600.00')
    change.getByText('按新的上限，今日立即已满')
    // Enter saves from any field.
    await user.type(price, '{Enter}')
    const question = within(await screen.findByRole('alertdialog'))
    question.getByText('变更：单价。')
    expect(server.calls(plan.update)).toEqual([])
    await user.click(question.getByRole('button', { name: '保存' }))
    await screen.findByText('保存成功')
    expect(server.calls(plan.update)[0]?.body).toMatchObject({ id: '12', version: 3, priceFen: 4_600 })
    // Back in the list as it was left.
    await waitFor(() => expect(router.state.location.search).toBe('?status=running'))
  })

  test('an edit that somebody else overtook shows both values, and keeps what was typed', async () => {
    server.answer(plan.update, () =>
      refusal({
        code: codes.conflict,
        desc: '内容已被他人修改',
        current: one({ windows: [], version: 4 }),
      }),
    )
    const { user } = await show('/plan/edit?id=11')
    await user.click(await screen.findByRole('button', { name: '每天 9–21 点' }))
    await save(user)
    const conflict = within((await screen.findByText('保留我的并保存')).closest('section') as HTMLElement)
    const line = conflict.getByRole('rowheader', { name: '时段' }).closest('tr') as HTMLElement
    expect(line.textContent).toBe('时段不限时段每天 09:00–21:00')
  })

  test('a window that is no time is not saved', async () => {
    const { user } = await show('/plan/edit?id=11')
    await user.click(await screen.findByRole('button', { name: '按文字填写' }))
    await user.type(screen.getByRole('textbox', { name: '周二' }), '上午')
    await save(user)
    screen.getByText('请填写时段，如 09:00–12:00，14:00–18:00')
    expect(server.calls(plan.update)).toEqual([])
  })

  test('a folded part says its values in a line, and a problem in it opens it and is marked in the index', async () => {
    const { user } = await show('/plan/edit?id=11')
    const summary = await screen.findByText('去重 30 天 · 不接受退回')
    const part = summary.closest('details') as HTMLDetailsElement
    expect(part.open).toBe(false)
    expect(screen.queryByLabelText(/可退回天数/)).toBeNull()
    await user.click(summary)
    fireEvent.change(await screen.findByLabelText(/可退回天数/), { target: { value: '7' } })
    await user.click(await screen.findByText('去重 30 天 · 7 天内可退回，0 个原因'))
    await waitFor(() => expect(screen.queryByLabelText(/可退回天数/)).toBeNull())
    await save(user)
    await waitFor(() => expect(part.open).toBe(true))
    const index = within(screen.getByRole('navigation', { name: '表单各部分' }))
    index.getByRole('button', { name: /去重与退回.*有需要改正的内容/ })
    expect(index.queryByRole('button', { name: /价格与排序.*有需要改正的内容/ })).toBeNull()
    expect(server.calls(plan.update)).toEqual([])
  })

  test('leaving asks while something is unsaved', async () => {
    const { user, router } = await show()
    await edit(user, '标准计划')
    fireEvent.change(screen.getByLabelText(/计划名称/), { target: { value: '改名' } })
    await user.click(screen.getByRole('button', { name: '取消' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getAllByRole('button')[0] as HTMLElement)
    expect(router.state.location.pathname).toBe('/plan/edit')
    await user.click(screen.getByRole('button', { name: '取消' }))
    const again = within(await screen.findByRole('alertdialog'))
    await user.click(again.getAllByRole('button').at(-1) as HTMLElement)
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })

  test('an ended plan has no form, and who may not change one is sent away', async () => {
    rows = [one({ status: 'ended' })]
    await show('/plan/edit?id=11')
    await screen.findByText('已结束的计划不能编辑，可以复制为新计划')
    expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
  })

  test('a copy begins today under a name of its own', async () => {
    created()
    const { user } = await show()
    await user.click(within(await rowOf('标准计划')).getByRole('button', { name: '更多操作' }))
    await user.click(await screen.findByRole('menuitem', { name: '复制为新计划' }))
    await screen.findByRole('heading', { name: '添加计划' })
    await save(user)
    await screen.findByText('添加成功')
    const { body } = server.calls(plan.create)[0] as { body: Record<string, unknown> }
    expect(body).toMatchObject({ name: '标准计划 副本', priceFen: 4_500, car: true, cityCodes: ['440300'] })
    expect(body.startsOn).not.toBe('2026-03-01')
  })
})

test('the details count why people were not pushed, and each rule leads to examples', async () => {
  server.answer(plan.whyNot, () => ({
    day: '2026-03-02',
    rules: [
      { rule: 'dailyCap' as const, today: 1_200, week: 3_400 },
      { rule: 'city' as const, today: 7, week: 7 },
    ],
  }))
  server.answer(plan.whyNotExamples, () => [
    {
      runId: '9',
      at: '2026-03-02T01:00:00.000Z',
      userId: '31',
      phone: '138****0000',
      name: '张*',
      outranked: null,
    },
  ])
  const { user } = await show('/?open=12', [...all('plan'), 'plan:whyNot', 'user:get'])
  const table = within(await screen.findByRole('table', { name: '未推送的原因' }))
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    ...['不符合的第一条规则今日近七天', '每日上限已满1,2003,400', '城市不符77'],
  ])
  await user.click(table.getByRole('button', { name: '城市不符' }))
  const examples = within(await screen.findByRole('table', { name: '最近的用户：城市不符' }))
  examples.getByText('2026-03-02 09:00:00')
  expect(server.calls(plan.whyNotExamples)).toMatchObject([{ params: { id: '12' }, query: { rule: 'city' } }])
})

test('people who went to a plan that is worth more are shown with both worths', async () => {
  server.answer(plan.whyNot, () => ({
    day: '2026-03-02',
    rules: [{ rule: 'outranked' as const, today: 3, week: 5 }],
  }))
  server.answer(plan.whyNotExamples, () => [
    {
      runId: '9',
      at: '2026-03-02T01:00:00.000Z',
      userId: '31',
      phone: '138****0000',
      name: '张*',
      outranked: {
        priceFen: 3_000,
        rateBp: 5_000,
        by: { planId: '40', planName: '夜间计划', orgName: '华东银行', priceFen: 5_300, rateBp: 4_100 },
      },
    },
  ])
  const { user } = await show('/?open=12', [...all('plan'), 'plan:whyNot'])
  await user.click(await screen.findByRole('button', { name: '排在其他计划之后' }))
  const examples = within(await screen.findByRole('table', { name: '最近的用户：排在其他计划之后' }))
  expect(examples.getAllByRole('row').map((row) => row.textContent)).toEqual([
    '用户匹配时间本计划与先推送的计划的价值',
    '138****0000 · 张*2026-03-02 09:00:00¥30.00 × 接收率 50% = ¥15.00华东银行 · 夜间计划¥53.00 × 接收率 41% = ¥21.73',
  ])
})

test('the details say that the organization of a plan receives nobody', async () => {
  rows = [one({ id: '12', status: 'running', orgStatus: 'paused' })]
  await show('/?open=12')
  const panel = within(await screen.findByRole('dialog', { name: '计划详情' }))
  const org = (await panel.findByText('机构')).parentElement as HTMLElement
  within(org).getByText('已暂停')
})

test('the details show the figures of today against cap and budget', async () => {
  server.answer(plan.today, () => ({
    day: '2026-03-02',
    from: '2026-03-01T16:00:00.000Z',
    to: '2026-03-02T16:00:00.000Z',
    pushed: 620,
    accepted: 480,
    rejected: 100,
    pending: 20,
    failed: 20,
    waiting: 7,
    used: 500,
    dailyCap: 500,
    spentFen: 2_160_000,
    dailyBudgetFen: null,
    expected: 250,
    isPaced: true,
    isOpen: false,
    opensAt: '2026-03-03T01:00:00.000Z',
  }))
  await show('/?open=12')
  const panel = within(await screen.findByRole('dialog', { name: '计划详情' }))
  await panel.findByText('2026-03-03 09:00:00 开始接收')
  expect(panel.getByRole('progressbar', { name: '每日上限' }).getAttribute('aria-valuetext')).toBe(
    '500 / 500',
  )
  panel.getByText('¥21,600.00 / 不限')
  panel.getByText('周一 09:00–18:00')
  panel.getByText('22 岁及以上')
  panel.getByText('夜间计划')
})

describe('a simulation', () => {
  const simulation = (over: Partial<PlanSimulation> = {}): PlanSimulation => ({
    id: '7',
    status: 'running',
    done: 2_000,
    total: 10_000,
    failure: null,
    result: null,
    createdAt: '2026-03-01T00:00:00.000Z',
    finishedAt: null,
    ...over,
  })
  const open = async () => {
    server.answer(plan.simulate, () => simulation({ status: 'queued', done: 0, total: 0 }))
    const { user, router } = await show('/?open=11')
    const panel = within(await screen.findByRole('dialog', { name: '计划详情' }))
    await user.click(await panel.findByRole('button', { name: '模拟' }))
    return { user, router, dialog: within(await screen.findByRole('dialog', { name: '模拟计划' })) }
  }

  test('it shows its progress, and then who fits and why others do not', async () => {
    let reads = 0
    const result = {
      users: 10_000,
      fits: 1_200,
      fitsFreely: 2_800,
      moneyFen: 5_400_000,
      from: '2026-02-01T00:00:00.000Z',
      to: '2026-03-01T00:00:00.000Z',
      rules: [{ rule: 'city' as const, count: 8_000 }],
      cities: [{ cityCode: null, cityName: null, users: 30, fits: 0 }],
      channels: [{ channelId: '3', channelName: '短信营销', users: 900, fits: 100 }],
    }
    server.answer(plan.simulation, () =>
      ++reads < 2 ? simulation() : simulation({ status: 'done', done: 10_000, result }),
    )
    const { dialog } = await open()
    await dialog.findByText('已试算 2,000 / 10,000 个用户')
    await dialog.findByText('¥54,000.00')
    // Of 28 days.
    expect(dialog.getByText('不计余额与上限').parentElement?.textContent).toBe(
      '不计余额与上限2,800每天约 100',
    )
    expect(dialog.getByRole('rowheader', { name: '城市不符' }).parentElement?.textContent).toBe(
      '城市不符8,000',
    )
    dialog.getByText('城市未知')
    expect(dialog.getByRole('rowheader', { name: '短信营销' }).parentElement?.textContent).toBe(
      '短信营销900100',
    )
    expect(server.calls(plan.simulate)).toHaveLength(1)
    expect(server.calls(plan.simulate)[0]?.body).toMatchObject({ id: '11', priceFen: 4_500 })
  })

  test('it can be canceled', async () => {
    let isCancelled = false
    server.answer(plan.simulation, () => simulation(isCancelled ? { status: 'cancelled' } : {}))
    server.answer(plan.cancelSimulation, () => {
      isCancelled = true
      return simulation({ status: 'cancelled' })
    })
    const { user, dialog } = await open()
    await user.click(await dialog.findByRole('button', { name: '取消模拟' }))
    await dialog.findByText('模拟已取消')
  })

  test('a reload leads back to the one that runs, which can still be canceled', async () => {
    let isCancelled = false
    server.answer(plan.simulation, () => simulation(isCancelled ? { status: 'cancelled' } : {}))
    server.answer(plan.cancelSimulation, () => {
      isCancelled = true
      return simulation({ status: 'cancelled' })
    })
    const { user, router } = await show('/?open=11&simulation=7')
    const dialog = within(await screen.findByRole('dialog', { name: '模拟计划' }))
    await dialog.findByText('已试算 2,000 / 10,000 个用户')
    await user.click(dialog.getByRole('button', { name: '取消模拟' }))
    await dialog.findByText('模拟已取消')
    expect(server.calls(plan.simulate)).toEqual([])
    expect(server.calls(plan.cancelSimulation)).toMatchObject([{ params: { id: '7' } }])
    await user.click(dialog.getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(router.state.location.search).toBe('?open=11'))
  })

  test('the address names the one that was started', async () => {
    server.answer(plan.simulation, () => simulation())
    const { router } = await open()
    await waitFor(() => expect(router.state.location.search).toBe('?open=11&simulation=7'))
  })
})
