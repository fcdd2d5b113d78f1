import { type PushReturnRow, pushReturn } from '@kabao/contract/engine/push-return'
import { pushReturnImport } from '@kabao/contract/engine/push-return-import'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import PushReturnPage from './page.tsx'

const row: PushReturnRow = {
  id: '1',
  pushId: '11',
  userId: '7',
  phone: '138****1234',
  name: '李*',
  orgId: '3',
  orgName: '华南信用卡中心',
  planId: '5',
  planName: '标准计划',
  channelName: '百度搜索',
  reason: '空号',
  status: 'asked',
  priceFen: 4500,
  refundFen: 0,
  costBackFen: 0,
  acceptedAt: '2026-03-01T00:00:00.000Z',
  askedWay: 'import',
  askedBy: '王经理',
  askedById: '9',
  isOwn: false,
  isFilersAccount: false,
  reviewedBy: null,
  reviewedAt: null,
  note: '',
  createdAt: '2026-03-02T00:00:00.000Z',
  version: 1,
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(pushReturn.page, ({ body }) => ({
    records: [row],
    total: 1,
    current: body.current,
    size: body.size,
  }))
  server.answer(pushReturn.counts, () => ({ asked: 1, returned: 0, refused: 0, withdrawn: 0 }))
  server.answer(pushReturnImport.imports, () => [])
})

test('with the permission, the list of returns has the import of a list; without it, it has none', async () => {
  signIn('pushReturn:page')
  const without = await renderAt('/', [{ path: '/', Component: PushReturnPage }])
  await screen.findAllByText('空号')
  expect(screen.queryByRole('button', { name: '导入' })).toBeNull()
  without.unmount()
  signIn('pushReturn:page', 'pushReturn:import')
  const { user } = await renderAt('/', [{ path: '/', Component: PushReturnPage }])
  await user.click(await screen.findByRole('button', { name: '导入' }))
  within(await screen.findByRole('dialog')).getByText('导入退回名单')
})

test('whoever asked for a return reviews it neither in the list nor in its details, but may withdraw it', async () => {
  signIn('pushReturn:page', 'pushReturn:ask', 'pushReturn:review')
  server.answer(pushReturn.get, () => ({ ...row, isOwn: true }))
  server.answer(pushReturn.page, ({ body }) => ({
    records: [{ ...row, isOwn: true }],
    total: 1,
    current: body.current,
    size: body.size,
  }))
  await renderAt('/?open=1', [{ path: '/', Component: PushReturnPage }])
  await screen.findByText('由您提交，须由他人审核。')
  expect(screen.getAllByRole('button', { name: '撤回申请' })).not.toEqual([])
  expect(screen.queryByRole('button', { name: '同意退回' })).toBeNull()
  expect(screen.queryByRole('button', { name: '拒绝' })).toBeNull()
})

test('a return of somebody else is approved, or refused with a reason', async () => {
  signIn('pushReturn:page', 'pushReturn:review')
  server.answer(pushReturn.get, () => row)
  const notes: string[] = []
  server.answer(pushReturn.refuse, ({ body: { note } }) => {
    notes.push(note)
    return { ...row, status: 'refused' as const, note }
  })
  const { user } = await renderAt('/?open=1', [{ path: '/', Component: PushReturnPage }])
  const panel = within(await screen.findByRole('dialog'))
  await panel.findByRole('button', { name: '同意退回' })
  expect(panel.getByRole('button', { name: '拒绝' }).getAttribute('disabled')).not.toBeNull()
  await user.type(panel.getByLabelText(/拒绝原因/), '号码可接通')
  await user.click(panel.getByRole('button', { name: '拒绝' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '拒绝' }))
  await waitFor(() => expect(notes).toEqual(['号码可接通']))
})
