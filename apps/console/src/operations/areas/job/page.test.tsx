import { type JobQueue, type JobRow, job } from '@kabao/contract/operations/job'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import JobPage from './page.tsx'

const id = '3f0c2f6e-0000-4000-8000-000000000000'
const queue: JobQueue = {
  name: 'message-retention',
  title: '删除到期的消息',
  cron: '30 3 * * *',
  nextAt: '2026-03-01T19:30:00.000Z',
  waiting: 0,
  active: 0,
  failed: 1,
  last: { state: 'failed', at: '2026-02-28T19:30:01.000Z', ms: 1250 },
}
const run: JobRow = {
  id,
  name: queue.name,
  title: queue.title,
  state: 'failed',
  attempt: 3,
  attempts: 3,
  createdAt: '2026-02-28T19:30:00.000Z',
  startAfter: '2026-02-28T19:30:00.000Z',
  startedAt: '2026-02-28T19:30:00.000Z',
  completedAt: '2026-02-28T19:30:01.250Z',
  progress: null,
  data: {},
  output: null,
  error: { name: 'TypeError', message: '数据库不可用', stack: 'at retention.ts' },
}

let server: ReturnType<typeof fakeServer>
let runs: JobRow[]
beforeEach(() => {
  runs = [run]
  server = fakeServer()
  server.answer(job.queues, () => [
    queue,
    { ...queue, name: 'export', title: '导出', cron: null, nextAt: null, last: null },
  ])
  server.answer(job.page, ({ body }) => ({
    records: runs,
    total: runs.length,
    current: body.current,
    size: body.size,
  }))
  server.answer(job.run, () => ({ id }))
  server.answer(job.again, () => ({ id }))
  server.answer(job.cancel, () => null)
})
const show = (address = '/', ...points: string[]) => {
  signIn(...(points.length > 0 ? points : ['job:page', 'job:run', 'job:cancel']))
  return renderAt(address, [{ path: '/', Component: JobPage }])
}

test('each job shows its next run, and the result and duration of its last run', async () => {
  await show('/?state=failed')
  const row = within((await screen.findByText('30 3 * * *')).closest('tr') as HTMLElement)
  row.getByText('2026-03-02 03:30:00')
  row.getByText(/1.3 秒/)
  screen.getByText('按需执行')
  screen.getByText('尚未执行')
  expect(server.calls(job.page)[0]?.body).toMatchObject({ state: 'failed' })
})

test('a scheduled job is run now after confirmation', async () => {
  const { user } = await show()
  expect(await screen.findAllByText('立即执行')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: '立即执行：删除到期的消息' }))
  await screen.findByRole('alertdialog')
  await user.keyboard('{Enter}')
  await screen.findByText('已加入队列')
  expect(server.calls(job.run)[0]?.body).toEqual({ name: 'message-retention' })
})

test('a failed run shows its cause and is retried', async () => {
  const { user } = await show()
  await screen.findByText('数据库不可用')
  await user.click(screen.getByRole('button', { name: '查看详情' }))
  const panel = within(await screen.findByRole('dialog', { name: '执行详情' }))
  panel.getByText('TypeError: 数据库不可用')
  panel.getByText('at retention.ts')
  panel.getByText('3 / 3')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: '重新执行' }))
  await screen.findByRole('alertdialog')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(server.calls(job.again)[0]?.body).toEqual({ id, name: 'message-retention' }))
})

test('a run in progress shows how far it is, has no retry, and can be cancelled', async () => {
  runs = [{ ...run, state: 'active', completedAt: null, error: null, progress: { done: 1200, total: 5000 } }]
  const { user } = await show()
  await screen.findByText('1,200 / 5,000')
  expect(screen.queryByRole('button', { name: '重新执行' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '取消' }))
  await screen.findByRole('alertdialog')
  // The focus is on the button that keeps the run; the next button cancels the run.
  await user.keyboard('{Tab}{Enter}')
  await waitFor(() => expect(server.calls(job.cancel)).toHaveLength(1))
})

test('without the permission to act, no actions are shown', async () => {
  await show('/', 'job:page')
  await screen.findByText('数据库不可用')
  for (const name of [/^立即执行/, '重新执行', '取消'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})
