import { type ErrorEventDetail, type ErrorEventRow, errorEvent } from '@kabao/contract/operations/error-event'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import ErrorEventPage from './page.tsx'

const row: ErrorEventRow = {
  id: '7',
  source: 'console',
  level: 'error',
  name: 'TypeError',
  message: 'x is undefined',
  status: 'open',
  reopenedAt: '2026-03-02T00:00:00.000Z',
  count: 1234,
  people: 5,
  trend: [...Array(13).fill(0), 4],
  firstRelease: 'aaa',
  release: 'bbb',
  orgName: null,
  issueUrl: '',
  firstAt: '2026-03-01T00:00:00.000Z',
  lastAt: '2026-03-02T00:00:00.000Z',
  version: 3,
}
const detail: ErrorEventDetail = {
  ...row,
  url: 'https://kabao.example/user',
  ignoredUntil: null,
  ignoredTo: null,
  untilRelease: false,
  resolvedAt: '2026-03-01T02:00:00.000Z',
  orgId: null,
  samples: 2,
  releases: [{ release: 'bbb', count: 4, firstAt: row.firstAt, lastAt: row.lastAt }],
  changes: [
    {
      id: '2',
      act: 'comeBack',
      at: row.lastAt,
      by: null,
      release: 'bbb',
      until: null,
      times: null,
      untilRelease: false,
    },
  ],
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(errorEvent.page, ({ body }) => ({
    records: [row],
    total: 1,
    current: body.current,
    size: body.size,
  }))
  server.answer(errorEvent.counts, () => ({ open: 1, resolved: 2, ignored: 0 }))
  server.answer(errorEvent.get, () => detail)
  server.answer(errorEvent.trend, () => [
    { at: '2026-03-02T00:00:00.000Z', count: 3 },
    { at: '2026-03-02T01:00:00.000Z', count: 4 },
  ])
  server.answer(errorEvent.people, () => [
    { kind: 'user' as const, id: '42', name: '王*', phone: '138****1234', firstAt: row.firstAt },
  ])
  server.answer(errorEvent.sample, ({ query }) => ({
    at: row.lastAt,
    message: `occurrence ${query.at}`,
    url: '',
    userAgent: 'Firefox',
    release: 'bbb',
    requestId: '',
    isMapped: true,
    frames: [
      {
        raw: 'at a (https://kabao.example/assets/page-Ab12Cd34.js:1:7)',
        name: 'showUser',
        source: 'apps/console/src/users/areas/user/list.tsx',
        line: 42,
        column: 5,
        isOwn: true,
      },
    ],
  }))
})
const show = (at = '/') => renderAt(at, [{ path: '/', Component: ErrorEventPage }])

test('the list says how often an error happened, its trend as a text, and that it came back', async () => {
  signIn('errorEvent:page')
  await show()
  await screen.findAllByText('x is undefined')
  screen.getByRole('img', { name: '近 14 天共 4 次' })
  expect(screen.getAllByText('1,234')).not.toEqual([])
  expect(screen.getAllByText('重新出现')).not.toEqual([])
})

test('the details show the stack by source names or raw, walk through the occurrences, and lead to a user', async () => {
  signIn('errorEvent:page', 'user:page')
  const { user } = await show('/?open=7')
  const panel = within(await screen.findByRole('dialog'))
  await panel.findByText('showUser apps/console/src/users/areas/user/list.tsx:42:5', {
    collapseWhitespace: true,
  })
  await user.click(panel.getByRole('switch', { name: '原始调用栈' }))
  panel.getByText('at a (https://kabao.example/assets/page-Ab12Cd34.js:1:7)')
  panel.getByText('occurrence 0')
  await user.click(panel.getByRole('button', { name: '较早的一条' }))
  await panel.findByText('occurrence 1')
  panel.getByText('共 7 次，最多一格 4 次')
  panel.getByText('在版本 bbb 重新出现，自动打开')
  panel.getByText('2026-03-01 10:00:00')
  const link = await panel.findByRole('link', { name: '王* 138****1234' })
  expect(link.getAttribute('href')).toBe('/user/list?open=42')
  expect(panel.queryByRole('button', { name: '标记为已解决' })).toBeNull()
})

test('an error is resolved until a later release, or ignored for some days', async () => {
  signIn('errorEvent:page', 'errorEvent:resolve', 'errorEvent:ignore')
  const bodies: unknown[] = []
  server.answer(errorEvent.resolve, ({ body }) => {
    bodies.push(body)
    return { ...detail, status: 'resolved' as const, untilRelease: true }
  })
  server.answer(errorEvent.ignore, ({ body }) => {
    bodies.push(body)
    return { ...detail, status: 'ignored' as const }
  })
  const { user } = await show('/?open=7')
  const panel = within(await screen.findByRole('dialog'))
  await user.click(await panel.findByRole('checkbox', { name: '仅在之后的版本再次发生时重新打开' }))
  await user.click(panel.getByRole('button', { name: '标记为已解决' }))
  await waitFor(() => expect(bodies).toEqual([{ version: 3, untilRelease: true }]))
  await user.type(panel.getByLabelText('忽略多少天'), '7')
  await user.click(panel.getByRole('button', { name: '忽略' }))
  await waitFor(() => expect(bodies.at(-1)).toEqual({ version: 3, days: 7 }))
})
