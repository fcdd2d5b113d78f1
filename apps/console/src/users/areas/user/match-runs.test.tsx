import { type MatchRun, userTimeline } from '@kabao/contract/engine/timeline'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import MatchRuns from './match-runs.tsx'

const why = (
  planId: string,
  rule: string,
  wanted: MatchRun['whyNot'][number]['wanted'],
  seen: typeof wanted,
) => ({
  planId,
  planName: `计划${planId}`,
  orgName: '华南银行',
  rule,
  wanted,
  seen,
})
const runs: MatchRun[] = [
  {
    id: '92',
    at: '2026-03-01T00:30:00.000Z',
    planId: '5',
    planName: '标准计划',
    whyNot: [
      why('6', 'age', [40, null], 25),
      why('7', 'funds', 5_000, 50),
      why('8', 'breaker', null, '2026-03-01T01:00:00.000Z'),
      why('9', 'dedupe', 30, 0),
      why('10', 'income', ['below3k', 'above20k'], null),
      why('11', 'house', true, false),
      why('12', 'newRule', 1, 2),
      { ...why('13', 'channel', ['1'], '2'), planName: null, orgName: null },
    ],
    outranked: {
      by: { planId: '5', planName: '标准计划', orgName: '华东银行', priceFen: 5_300, rateBp: 4_100 },
      plans: [
        { planId: '14', planName: '优先计划', orgName: '华南银行', priceFen: 3_000, rateBp: 5_000 },
        { planId: '15', planName: null, orgName: null, priceFen: 100, rateBp: 1 },
      ],
    },
  },
  { id: '91', at: '2026-02-01T00:30:00.000Z', planId: null, planName: null, whyNot: [], outranked: null },
]

test('each rule is said with its figures, and older runs are loaded', async () => {
  const server = fakeServer()
  server.answer(userTimeline.matchRuns, ({ body }) =>
    body.before === undefined ? { runs: runs.slice(0, 1), next: '92' } : { runs: runs.slice(1), next: null },
  )
  signIn('user:matchRuns')
  const { user } = await renderAt('/', [{ path: '/', element: <MatchRuns id="7" /> }])
  const list = within(await screen.findByRole('list', { name: '匹配过程' }))
  list.getByText('选择了计划：标准计划')
  list.getByText('2 个计划符合，但排在“标准计划”（¥53.00 × 接收率 41% = ¥21.73）之后')
  const textOf = (plan: string) => list.getByText(plan).closest('li')?.textContent
  expect(textOf('华南银行 · 计划6')).toContain('年龄不符要求：40 至 不限 · 当时：25')
  expect(textOf('华南银行 · 计划7')).toContain('机构可用余额不足要求：¥50.00 · 当时：¥0.50')
  expect(textOf('华南银行 · 计划8')).toContain('当时：2026-03-01 09:00:00 之后再试')
  expect(textOf('华南银行 · 计划9')).toContain('要求：30 天 · 当时：0 天')
  expect(textOf('华南银行 · 计划10')).toContain('要求：3 千元以下 / 2 万元以上 · 当时：未知')
  expect(textOf('华南银行 · 计划11')).toContain('要求：有 · 当时：无')
  expect(textOf('华南银行 · 计划12')).toBe('华南银行 · 计划12newRule')
  expect(textOf('已删除的计划 13')).toContain('渠道被排除')
  expect(textOf('华南银行 · 优先计划')).toBe(
    '华南银行 · 优先计划排在其他计划之后¥30.00 × 接收率 50% = ¥15.00',
  )
  expect(textOf('已删除的计划 15')).toContain('¥1.00 × 接收率 0.01% = ¥0.00')
  await user.click(screen.getByRole('button', { name: '查看更早的记录' }))
  await list.findByText('没有可推送的计划')
  expect(server.calls(userTimeline.matchRuns)).toMatchObject([
    { params: { id: '7' } },
    { body: { before: '92' } },
  ])
})
