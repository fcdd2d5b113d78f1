import type { OrgCap } from '@kabao/contract/supply/cap-limit'
import type { Delivery } from '@kabao/contract/supply/delivery'
import { org } from '@kabao/contract/supply/org'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import Caps from '../../caps/caps.tsx'
import DeliveryHealth from './delivery.tsx'
import { plainList } from './lists.ts'

const cap = (span: OrgCap['span'], over: Partial<OrgCap> = {}): OrgCap => ({
  span,
  most: null,
  mostFen: null,
  used: 0,
  usedFen: 0,
  ...over,
})
const caps = [cap('hour'), cap('day', { most: 100, used: 40 }), cap('month'), cap('all')]
const at = '2026-03-01T00:30:00.000Z'
const health: Delivery = {
  breaker: { openedAt: at, probeAt: at },
  pausedUntil: at,
  limits: { atOnce: 16, perSecond: 200 },
  hours: [{ at, calls: 10, failures: 4, meanMs: 120, slowestMs: 900 }],
  waiting: { pending: 1, unknown: 2, dead: 3, people: 4 },
  failures: [{ pushId: '77', at, stage: 'submit', status: 'unknown', error: 'timeout', httpStatus: null }],
  problems: [{ id: '5', name: 'partner.reply', detail: '200', stage: 'submit', count: 4, lastAt: at }],
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(org.caps, () => ({ version: 3, caps }))
  server.answer(org.delivery, () => health)
})

test('caps are shown with what is used, and saved whole with the version that was seen', async () => {
  server.answer(org.saveCaps, () => ({ version: 4, caps }))
  signIn('org:caps', 'org:saveCaps')
  const { user } = await renderAt('/', [{ path: '/', element: <Caps calls={org} id="7" /> }])
  await screen.findByText('已用 40 / 100')
  await user.click(screen.getByRole('button', { name: '编辑上限' }))
  const row = within(screen.getByRole('group', { name: '每小时' }))
  await user.type(row.getByLabelText('人数上限'), '5')
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(server.calls(org.saveCaps)).toHaveLength(1))
  expect(server.calls(org.saveCaps)).toMatchObject([
    {
      params: { id: '7' },
      body: {
        version: 3,
        caps: [
          { span: 'hour', most: 5, mostFen: null },
          { span: 'day', most: 100, mostFen: null },
        ],
      },
    },
  ])
})

test('a cap that is no number is never sent as none', async () => {
  server.answer(org.saveCaps, () => ({ version: 4, caps }))
  signIn('org:caps', 'org:saveCaps')
  const { user } = await renderAt('/', [{ path: '/', element: <Caps calls={org} id="7" /> }])
  await user.click(await screen.findByRole('button', { name: '编辑上限' }))
  const most = within(screen.getByRole('group', { name: '每月' })).getByLabelText('人数上限')
  await user.type(most, '12万')
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(document.activeElement).toBe(most))
  expect(most).toHaveProperty('value', '12万')
  screen.getByText('请写出完整数字，不用“万”等单位')
  // What was sent is no cap by the contract, so it was refused before it counted as a call.
  expect(server.calls(org.saveCaps)).toEqual([])
})

test('the delivery health shows the breaker, what waits and the drill-downs to what failed, and closes the breaker', async () => {
  server.answer(org.closeBreaker, () => null)
  signIn('org:delivery', 'org:closeBreaker', 'push:get', 'push:page')
  const { user } = await renderAt('/', [{ path: '/', element: <DeliveryHealth of={plainList} id="7" /> }])
  await screen.findByText('进行中 1 · 待确认 2 · 不再重试 3 · 等待开放 4')
  expect(screen.getByRole('link', { name: '77' }).getAttribute('href')).toBe(
    '/plan/push-list?orgId=7&open=77',
  )
  screen.getByText('没有规则能解读应答')
  await user.click(screen.getByRole('button', { name: '立即恢复' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: '立即恢复' }))
  await waitFor(() => expect(server.calls(org.closeBreaker)).toMatchObject([{ params: { id: '7' } }]))
})
