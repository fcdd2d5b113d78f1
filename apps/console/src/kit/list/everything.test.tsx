import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { BatchRow } from '../../../../../packages/contract/src/kernel/batch-body.ts'
import { codes } from '../../../../../packages/contract/src/kernel/envelope.ts'
import { batch } from '../../../../../packages/contract/src/operations/batch.ts'
import { user as users } from '../../../../../packages/contract/src/users/user.ts'
import { fakeServer, refusal } from '../../../test/fake-server.ts'
import { renderAt, signIn } from '../../../test/render.tsx'
import { DataTable } from './data-table.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useList } from './use-list.ts'
import { useSelection } from './use-selection.ts'

const acts = [
  {
    name: 'user.delete',
    count: users.removeCount,
    use: users.removeMatching,
    isDanger: true,
    warning: '删除后无法恢复。',
  },
] as const
const columns = [{ key: 'id', title: '编号' }] as const

function Page() {
  const { list, filters } = useList(users.page)
  const selection = useSelection(filters)
  return (
    <DataTable list={list} columns={columns} label="用户" selection={selection}>
      <SelectionBar selection={selection} all={{ list, acts }}>
        <span>只对选中的</span>
      </SelectionBar>
    </DataTable>
  )
}

const person = (id: string) => ({
  id,
  phone: null,
  name: null,
  gender: null,
  age: null,
  cityCode: null,
  cityName: null,
  channelId: null,
  channelName: null,
  flow: 'full' as const,
  source: 'channel' as const,
  status: 'registered' as const,
  riskLevel: null,
  lastActiveAt: null,
  createdAt: '2026-03-01T00:00:00.000Z',
})
const running = (over: Partial<BatchRow> = {}): BatchRow => ({
  id: '5',
  act: 'user.delete',
  status: 'running',
  total: 3000,
  done: 500,
  refused: 0,
  failure: null,
  createdAt: '2026-03-01T00:00:00.000Z',
  finishedAt: null,
  ...over,
})

let server: ReturnType<typeof fakeServer>
let mine: BatchRow[]
let total: number
beforeEach(() => {
  mine = []
  total = 3200
  server = fakeServer()
  server.answer(users.page, ({ body }) => ({
    records: [person('1'), person('2')],
    total,
    current: body.current,
    size: body.size,
  }))
  server.answer(batch.mine, () => mine)
})
const show = async () => {
  signIn('user:page', 'user:delete')
  const shown = await renderAt('/?flow=full&sort=createdAt', [{ path: '/', Component: Page }])
  await screen.findByText('1')
  return shown
}
const selectPage = async (user: Awaited<ReturnType<typeof show>>['user']) =>
  user.click(screen.getByRole('checkbox', { name: '选择本页全部' }))

test('with the whole page selected, an act on all matching rows asks for confirmation with their number', async () => {
  server.answer(users.removeCount, () => ({ count: 900, others: 7, mark: '4321.77' }))
  server.answer(users.removeMatching, () => ({ done: 900, batch: null }))
  const { user } = await show()
  await user.click(screen.getByRole('checkbox', { name: '选择第 1 行' }))
  expect(screen.queryByRole('button', { name: /符合条件的全部/ })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: '选择第 2 行' }))
  await user.click(await screen.findByRole('button', { name: '选择符合条件的全部 3,200 条' }))
  screen.getByText('已选符合条件的全部 3,200 条')
  expect(screen.queryByText('只对选中的')).toBeNull()
  await user.click(await screen.findByRole('button', { name: '注销用户' }))
  const dialog = await screen.findByRole('alertdialog', { name: '注销符合条件的 900 位用户？' })
  within(dialog).getByText(/另有 7 条/)
  await user.type(within(dialog).getByRole('textbox'), '900')
  await user.click(within(dialog).getByRole('button', { name: '注销用户（900）' }))
  await screen.findByText('已完成 900 条')
  expect(server.calls(users.removeCount)[0]?.body).toEqual({ filter: { flow: 'full' } })
  expect(server.calls(users.removeMatching)[0]?.body).toEqual({
    filter: { flow: 'full' },
    count: 900,
    mark: '4321.77',
  })
  await waitFor(() => expect(screen.queryByText(/已选符合条件的全部/)).toBeNull())
})

test('if the number has changed, nothing is done, and the act can be started again', async () => {
  server.answer(users.removeCount, () => ({ count: 900, others: 0, mark: '4321.77' }))
  server.answer(users.removeMatching, () =>
    refusal({ code: codes.conflict, desc: '符合条件的数量已变为 899 条' }),
  )
  const { user } = await show()
  await selectPage(user)
  await user.click(await screen.findByRole('button', { name: /符合条件的全部/ }))
  await user.click(await screen.findByRole('button', { name: '注销用户' }))
  await user.type(await screen.findByRole('textbox', { name: '输入“900”以确认' }), '900')
  await user.click(screen.getByRole('button', { name: '注销用户（900）' }))
  await screen.findByText('符合条件的数量已变为 899 条')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  server.answer(users.removeCount, () => ({ count: 899, others: 0, mark: '4321.77' }))
  await user.click(screen.getByRole('button', { name: '注销用户' }))
  await screen.findByRole('alertdialog', { name: '注销符合条件的 899 位用户？' })
})

test('the progress of a large batch is shown, and the batch can be cancelled', async () => {
  server.answer(users.removeCount, () => ({ count: 3000, others: 0, mark: '4321.77' }))
  server.answer(users.removeMatching, () => {
    mine = [running()]
    return { done: 0, batch: running({ status: 'queued', done: 0 }) }
  })
  server.answer(batch.cancel, () => {
    mine = [running({ status: 'cancelled', finishedAt: '2026-03-01T00:00:01.000Z' })]
    return mine[0] as BatchRow
  })
  const { user, unmount } = await show()
  expect(server.calls(batch.mine)).toHaveLength(0)
  await selectPage(user)
  await user.click(await screen.findByRole('button', { name: /符合条件的全部/ }))
  await user.click(await screen.findByRole('button', { name: '注销用户' }))
  const dialog = await screen.findByRole('alertdialog')
  within(dialog).getByText(/在后台执行/)
  await user.type(within(dialog).getByRole('textbox'), '3000')
  await user.click(within(dialog).getByRole('button', { name: '注销用户（3,000）' }))
  await screen.findByText('注销用户：500 / 3,000')
  // The progress stays visible when nothing is selected any more, and when the page is opened again.
  await user.click(screen.getByRole('button', { name: '取消选择' }))
  unmount()
  await show()
  await screen.findByText('注销用户：500 / 3,000')
  await user.click(screen.getByRole('button', { name: '停止' }))
  await screen.findByText(/已完成的部分不会撤回/)
  await waitFor(() => expect(screen.queryByText('注销用户：500 / 3,000')).toBeNull())
  const requestCount = server.calls(batch.mine).length
  cleanup()
  await show()
  expect(server.calls(batch.mine)).toHaveLength(requestCount)
})

test('if all matching rows are on this page, nothing more is offered', async () => {
  total = 2
  const { user } = await show()
  await selectPage(user)
  await screen.findByText('只对选中的')
  expect(screen.queryByRole('button', { name: /符合条件的全部/ })).toBeNull()
})
