import { crmCenter as api } from '@kabao/contract/crm/crm-center'
import { lead } from '@kabao/contract/crm/lead'
import type { LeadRow } from '@kabao/contract/crm/lead-row'
import { codes } from '@kabao/contract/kernel/envelope'
import type { AnswerOf } from '@kabao/contract/kernel/kernel'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { leadDetail, leadRow } from '#test/lead.ts'
import { renderAt, signIn } from '#test/render.tsx'
import CrmCenterPage from './page.tsx'

const counts = { got: 20, contacted: 15, interested: 8, applied: 4, converted: 2, invalid: 1 }
const desk: AnswerOf<typeof api.desk> = {
  salesman: {
    id: '3',
    name: '陈晓',
    teamName: '一队',
    status: 'onDuty',
    held: 12,
    capacity: 100,
    taken: 4,
    dailyQuota: 30,
  },
  pools: [
    {
      id: '1',
      name: '公海',
      waiting: 40,
      held: 12,
      maxHeld: 50,
      claims: 4,
      maxClaimsPerDay: 20,
      coolDownDays: 7,
      lockMinutes: 30,
      recycleDays: 5,
      protectDays: 60,
      firstContactMinutes: 15,
    },
  ],
  due: { overdue: 1, today: 1, fresh: 1, late: 0, returning: 0 },
  funnel: { from: '2026-03-01T00:00:00.000Z', now: counts, before: { ...counts, got: 18 } },
  ranking: [{ rank: 1, salesmanId: '3', name: '陈晓', got: 20, converted: 2, isMe: true }],
}

let server: ReturnType<typeof fakeServer>
let due: LeadRow[]
beforeEach(() => {
  due = [leadRow(), leadRow({ id: '12', name: '王*' })]
  server = fakeServer()
  server.answer(api.desk, () => desk)
  server.answer(api.leads, ({ body }) => ({
    leads: body.part === 'overdue' ? due : body.part === 'fresh' ? [leadRow({ id: '13', name: '赵*' })] : [],
    next: null,
  }))
  server.answer(lead.get, ({ params }) => leadDetail({ id: params.id }))
  server.answer(lead.timeline, () => ({ events: [], next: null }))
})
const show = () => {
  signIn('crmCenter:page', 'lead:page', 'lead:followUp', 'lead:reveal')
  return renderAt('/', [{ path: '/', Component: CrmCenterPage }])
}
const chosen = () => document.querySelector('[data-work][aria-current]')?.getAttribute('aria-label')

test('the figures, the rules of the pools, the funnel and the ranking are shown', async () => {
  await show()
  const figures = within(await screen.findByRole('region', { name: '我的数据' }))
  figures.getByText('12 / 100')
  figures.getByText('4 / 30')
  screen.getByText('15 分钟')
  screen.getByText('上月同期 18')
  screen.getByText('成交 2 / 获得 20')
  expect(screen.getByRole('link', { name: '去领取' }).getAttribute('href')).toBe(
    '/crm/clue?place=waiting&poolId=1',
  )
})

test('somebody who is no salesman is told so', async () => {
  server.answer(api.desk, () => ({ ...desk, salesman: null, pools: [], ranking: null }))
  await show()
  await screen.findByText(/您的账号没有关联销售人员/)
  expect(server.calls(api.leads)).toHaveLength(0)
})

test('the leads are worked by keys: a follow-up by number keys, and the text stays after a refusal', async () => {
  let isRefused = true
  server.answer(lead.followUp, () => {
    if (isRefused) return refusal({ code: codes.conflict, desc: '请刷新后再试' })
    due = due.slice(1)
    return leadDetail({ version: 2 })
  })
  const { user } = await show()
  await screen.findByRole('group', { name: '王*' })
  await user.keyboard('j')
  await waitFor(() => expect(chosen()).toBe('李*'))
  await user.keyboard('jk')
  await waitFor(() => expect(chosen()).toBe('李*'))
  await user.keyboard('f')
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('way'))
  await user.keyboard('22')
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('content'))
  // Letters of the text are no keys of the page.
  await user.keyboard('jc fk{Control>}{Enter}{/Control}')
  await screen.findByText('请刷新后再试')
  expect(screen.getByRole('textbox', { name: /跟进内容/ })).toHaveProperty('value', 'jc fk')
  isRefused = false
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /跟进内容/ })).toBeNull())
  expect(server.calls(lead.followUp).at(-1)?.body).toMatchObject({
    way: 'wechat',
    result: 'noAnswer',
    content: 'jc fk',
  })
  // The next lead takes the place of the one that is done.
  await waitFor(() => expect(chosen()).toBe('王*'))
})

test('Enter opens the details, and c asks why somebody is called', async () => {
  const { user } = await show()
  await screen.findByRole('group', { name: '王*' })
  await user.keyboard('jj{Enter}')
  await screen.findByRole('dialog', { name: '线索详情' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('c')
  await screen.findByRole('dialog', { name: /查看手机号并拨打 · 王/ })
})

test('a question mark shows the keys of the desk', async () => {
  const { user } = await show()
  await screen.findByRole('group', { name: '王*' })
  await user.keyboard('?')
  await screen.findByRole('dialog', { name: '个人中心快捷键' })
})
