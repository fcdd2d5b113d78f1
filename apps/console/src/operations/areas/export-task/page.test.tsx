import { codes } from '@kabao/contract/kernel/envelope'
import type { ExportRow } from '@kabao/contract/kernel/export-body'
import { exportTask } from '@kabao/contract/operations/export-task'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import MyExportsPage from './mine.tsx'
import ExportPage from './page.tsx'

const task = (over: Partial<ExportRow> = {}): ExportRow => ({
  id: '1',
  resource: 'user',
  format: 'csv',
  filter: { sort: '-createdAt', columns: ['id'], status: 'pushed', createdFrom: '2026-03-01T00:00:00.000Z' },
  status: 'done',
  rowsDone: 12_345,
  rowsTotal: 12_345,
  fileSize: 2_097_152,
  failure: null,
  waitsForSpace: false,
  createdBy: '李敏',
  isOwn: true,
  createdAt: '2026-03-01T00:00:00.000Z',
  startedAt: '2026-03-01T00:00:00.000Z',
  finishedAt: '2026-03-01T00:01:00.000Z',
  expiresAt: '2026-03-08T00:01:00.000Z',
  ...over,
})

let server: ReturnType<typeof fakeServer>
let rows: ExportRow[]
beforeEach(() => {
  server = fakeServer()
  rows = [task()]
  const page = ({ body }: { body: { current: number; size: number } }) => ({
    records: rows,
    total: rows.length,
    current: body.current,
    size: body.size,
  })
  server.answer(exportTask.mine, page)
  server.answer(exportTask.page, page)
})
const show = (Component = MyExportsPage, ...points: string[]) => {
  signIn(...points)
  return renderAt('/', [{ path: '/', Component }])
}

test('an export shows what was exported, its filter and its number of rows', async () => {
  await show()
  await screen.findByText('12,345')
  await screen.findByText('状态：已推送；注册时间：2026-03-01 08:00:00 起')
  screen.getByText('已完成')
  expect(screen.queryByText('李敏')).toBeNull()
})

test('a filter by an amount is shown in yuan, under its own name', async () => {
  rows = [task({ resource: 'org', filter: { availableFrom: 1_250, balanceState: 'low' } })]
  await show()
  await screen.findByText('可用余额不低于：¥12.50；余额情况：余额不足')
})

test('the file is downloaded with a ticket', async () => {
  server.answer(exportTask.download, () => ({ ticket: 'a-ticket' }))
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: '下载（2.0 MB）' }))
  await waitFor(() => expect(clicked).toHaveBeenCalled())
  expect((clicked.mock.contexts[0] as HTMLAnchorElement).href).toContain(
    '/api/common/download?ticket=a-ticket',
  )
  expect(server.calls(exportTask.download)[0]?.params).toEqual({ id: '1' })
})

test('a running export is polled until it is done, and can be cancelled after confirmation', async () => {
  rows = [
    task({
      status: 'running',
      rowsDone: 500,
      rowsTotal: 9_000,
      fileSize: null,
      finishedAt: null,
      expiresAt: null,
    }),
  ]
  server.answer(exportTask.cancel, () => task({ status: 'cancelled', fileSize: null }))
  const { user } = await show()
  await screen.findByText('500 / 约 9,000')
  rows = [task({ status: 'running', rowsDone: 7_000, rowsTotal: 9_000, fileSize: null })]
  await screen.findByText('7,000 / 约 9,000', {}, { timeout: 5_000 })
  await user.click(screen.getByRole('button', { name: '取消导出' }))
  const question = await screen.findByRole('alertdialog')
  within(question).getByText('取消导出“用户列表”？')
  rows = [task()]
  await user.click(within(question).getByRole('button', { name: '取消导出' }))
  await screen.findByText('已完成', {}, { timeout: 5_000 })
}, 20_000)

test('an export that met a full disk says so and goes on by itself; after its last try it is repeated with one click', async () => {
  rows = [task({ status: 'queued', waitsForSpace: true, rowsDone: 0, fileSize: null, finishedAt: null })]
  server.answer(exportTask.retry, () => task({ status: 'queued' }))
  const { user } = await show()
  await screen.findByText('排队中：服务器磁盘已满，有空间后自动继续')
  screen.getByRole('button', { name: '取消导出' })
  rows = [task({ status: 'failed', failure: 'diskFull', fileSize: null })]
  await screen.findByText('失败：服务器磁盘已满，释放空间后可重新导出', {}, { timeout: 5_000 })
  await user.click(screen.getByRole('button', { name: '重新导出' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '重新导出' }))
  await waitFor(() => expect(server.calls(exportTask.retry)).toHaveLength(1))
}, 20_000)

test('a failed export shows its cause and is retried; a refusal is shown', async () => {
  rows = [task({ status: 'failed', failure: 'tooManyRows', fileSize: null })]
  server.answer(exportTask.retry, () => refusal({ code: codes.conflict, desc: '您已有 5 个导出在进行' }))
  const { user } = await show()
  await screen.findByText('失败：超过单次导出的行数上限')
  await user.click(screen.getByRole('button', { name: '重新导出' }))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: '重新导出' }))
  await screen.findByText('您已有 5 个导出在进行')
})

test('exports of others are shown with the permission, and have no actions', async () => {
  rows = [task({ isOwn: false })]
  await show(ExportPage, 'exportTask:page')
  await screen.findByText('李敏')
  screen.getByText('2.0 MB')
  for (const name of [/下载/, '删除', '更多操作']) expect(screen.queryByRole('button', { name })).toBeNull()
})
