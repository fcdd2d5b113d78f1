import type { ExportAnswer } from '@kabao/contract/kernel/export-body'
import { exportBody } from '@kabao/contract/kernel/export-body'
import { auditColumns } from '@kabao/contract/operations/audit'
import { exportTask } from '@kabao/contract/operations/export-task'
import { user as users } from '@kabao/contract/users/user'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import { DataTable } from '../list/data-table.tsx'
import { useList } from '../list/use-list.ts'

const columns = [
  { key: 'id', title: '编号' },
  { key: 'phone', title: '手机号' },
  { key: 'name', title: '姓名', isOptional: true },
] as const

function Page() {
  const { list } = useList(users.page)
  return <DataTable list={list} columns={columns} label="用户" exporting={users.export} />
}

const Center = () => <p>导出中心</p>

const answer = (over: Partial<ExportAnswer['task']>, ticket: string | null): ExportAnswer => ({
  task: {
    id: '1',
    resource: 'user',
    format: 'csv',
    filter: {},
    status: 'done',
    rowsDone: 3,
    waitsForSpace: false,
    rowsTotal: 3,
    fileSize: 10,
    failure: null,
    createdBy: '李敏',
    isOwn: true,
    createdAt: '2026-03-01T00:00:00.000Z',
    startedAt: null,
    finishedAt: null,
    expiresAt: null,
    ...over,
  },
  ticket,
})

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(users.page, ({ body }) => ({ records: [], total: 3, current: body.current, size: body.size }))
})
const show = async (...points: string[]) => {
  signIn('user:page', ...points)
  const shown = await renderAt('/?flow=full&sort=lastActiveAt&size=50&current=1', [
    { path: '/', Component: Page },
    { path: '/export-center', Component: Center },
  ])
  await waitFor(() => expect(server.calls(users.page)).toHaveLength(1))
  return shown
}

test('the filter, the order and the shown columns are sent, and a small file is downloaded at once', async () => {
  server.answer(users.export, () => answer({}, 'a-ticket'))
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { user } = await show('user:export')
  await user.click(screen.getByRole('button', { name: '导出' }))
  await screen.findByText(/共 3 行，显示的 2 列/)
  await user.click(screen.getByRole('button', { name: /^CSV(?!（)/ }))
  await waitFor(() => expect(clicked).toHaveBeenCalled())
  expect(server.calls(users.export)[0]?.body).toEqual({
    flow: 'full',
    sort: 'lastActiveAt',
    columns: ['id', 'phone'],
    format: 'csv',
    asText: false,
  })
  await screen.findByText('已导出 3 行，正在下载')
})

test('the workbook is the first choice and says why, and a CSV file can be one for Excel', async () => {
  server.answer(users.export, () => answer({}, 'a-ticket'))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { user } = await show('user:export')
  await user.click(screen.getByRole('button', { name: '导出' }))
  const first = await screen.findByRole('button', { name: /XLSX.*推荐：编号和电话保持原样/ })
  const others = screen.getAllByRole('button', { name: /^CSV/ })
  for (const other of others)
    expect(first.compareDocumentPosition(other)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await user.click(screen.getByRole('button', { name: /^CSV（供 Excel 打开）/ }))
  await waitFor(() => expect(server.calls(users.export)).toHaveLength(1))
  expect(server.calls(users.export)[0]?.body).toMatchObject({ format: 'csv', asText: true })
})

test('a large export says that it is being prepared, and where to find it', async () => {
  server.answer(users.export, () => answer({ status: 'queued', fileSize: null }, null))
  const { user } = await show('user:export')
  await user.click(screen.getByRole('button', { name: '导出' }))
  await user.click(await screen.findByRole('button', { name: /XLSX/ }))
  server.answer(exportTask.get, () => answer({ status: 'running', fileSize: null }, null).task)
  await screen.findByText(/正在后台准备/)
  await user.click(screen.getByRole('link', { name: '查看我的导出' }))
  await screen.findByText('导出中心')
})

test('a large export says when its file is ready, and offers it', async () => {
  let status: 'running' | 'done' = 'running'
  server.answer(users.export, () => answer({ status: 'queued', fileSize: null }, null))
  server.answer(exportTask.get, () => answer({ status, fileSize: 2048 }, null).task)
  server.answer(exportTask.download, () => ({ ticket: 'a-ticket' }))
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { user } = await show('user:export')
  await user.click(screen.getByRole('button', { name: '导出' }))
  await user.click(await screen.findByRole('button', { name: /XLSX/ }))
  await screen.findByText(/正在后台准备/)
  status = 'done'
  await screen.findByText('文件已准备好', {}, { timeout: 5_000 })
  expect(screen.queryByText(/正在后台准备/)).toBeNull()
  await user.click(screen.getByRole('button', { name: /^下载（2/ }))
  await waitFor(() => expect(clicked).toHaveBeenCalled())
}, 15_000)

test('an administrator without the export point is not offered it', async () => {
  await show()
  await screen.findByRole('button', { name: '刷新' })
  expect(screen.queryByRole('button', { name: '导出' })).toBeNull()
})

test('a body accepts no column that its list does not have', () => {
  const body = exportBody(users.page.body, auditColumns)
  expect(body.safeParse({ columns: ['at'], format: 'csv' }).success).toBe(true)
  expect(body.safeParse({ columns: ['phone'], format: 'csv' }).success).toBe(false)
})
