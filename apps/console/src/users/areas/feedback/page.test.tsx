import { codes } from '@kabao/contract/kernel/envelope'
import { batch } from '@kabao/contract/operations/batch'
import { feedback as api, type FeedbackDetail } from '@kabao/contract/users/feedback'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { choice } from '#test/choice.ts'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import FeedbackPage from './page.tsx'

const entry = (over: Partial<FeedbackDetail> = {}): FeedbackDetail => ({
  id: '11',
  userId: '7',
  phone: '138****1234',
  name: '李*',
  kind: 'fault',
  content: '打不开页面',
  fileCount: 0,
  status: 'pending',
  isOverdue: true,
  handledBy: null,
  handledById: null,
  handledAt: null,
  createdAt: '2026-03-01T00:00:00.000Z',
  version: 1,
  contact: '138****1234',
  reply: '',
  fileIds: [],
  userStatus: 'profiled',
  updatedAt: '2026-03-01T00:00:00.000Z',
  ...over,
})
const all = ['page', 'take', 'reply', 'resolve', 'close', 'reopen', 'reveal'].map((act) => `feedback:${act}`)

let server: ReturnType<typeof fakeServer>
let present: FeedbackDetail
beforeEach(() => {
  present = entry()
  server = fakeServer()
  server.answer(api.page, ({ body }) => ({
    records: [present, entry({ id: '12', content: '第二条' })],
    total: 2,
    current: body.current,
    size: body.size,
  }))
  server.answer(api.get, ({ params }) =>
    params.id === '12' ? entry({ id: '12', content: '第二条' }) : present,
  )
  server.answer(api.counts, () => ({ pending: 5, processing: 2, resolved: 1200, closed: 3, overdue: 1 }))
  server.answer(api.handlers, () => [choice({ id: '9', name: '王芳' })])
})
const show = (address = '/', ...points: string[]) => {
  signIn(...(points.length > 0 ? points : all))
  return renderAt(address, [{ path: '/', Component: FeedbackPage }])
}
const panel = () => screen.findByRole('dialog', { name: '反馈详情' })

test('the filters of the address are applied, and each status shows its count', async () => {
  await show('/?status=pending&kind=fault&handledBy=9')
  await screen.findByText('打不开页面')
  expect(server.calls(api.page)[0]?.body).toMatchObject({ status: 'pending', kind: 'fault', handledBy: '9' })
  const tabs = within(screen.getByRole('group', { name: '按状态查看' }))
  await tabs.findByRole('button', { name: /已解决 ?1,200/ })
  tabs.getByRole('button', { name: /全部 ?1,210/ })
  expect(tabs.getByRole('button', { name: /待处理 ?5/ }).getAttribute('aria-pressed')).toBe('true')
})

test('overdue is selected like a status, and replaces the selected status', async () => {
  const { user, router } = await show('/?status=closed')
  await user.click(await screen.findByRole('button', { name: /已超时 ?1/ }))
  await waitFor(() => expect(router.state.location.search).toBe('?overdue=true'))
  await waitFor(() => expect(server.calls(api.page).at(-1)?.body).toMatchObject({ overdue: true }))
  expect(server.calls(api.page).at(-1)?.body.status).toBeUndefined()
  await user.click(screen.getByRole('button', { name: /全部 ?1,210/ }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('without the permission to write, no write actions are shown', async () => {
  await show('/?open=11', 'feedback:page')
  const dialog = await panel()
  await within(dialog).findByText('还没有回复')
  // The close button of the panel has the same name as the act that closes a feedback.
  expect(within(dialog).getAllByRole('button', { name: '关闭' })).toHaveLength(1)
  for (const name of ['受理', '保存回复', '解决', '查看完整内容'])
    expect(within(dialog).queryByRole('button', { name })).toBeNull()
  expect(within(dialog).queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

describe('one feedback', () => {
  test('is accepted, answered and resolved without leaving the panel', async () => {
    server.answer(api.take, ({ body }) => {
      present = entry({ status: 'processing', handledBy: '李敏', version: body.version + 1 })
      return present
    })
    server.answer(api.resolve, ({ body }) => {
      present = entry({ status: 'resolved', reply: body.reply ?? '', version: body.version + 1 })
      return present
    })
    const { user } = await show('/?open=11')
    const dialog = await panel()
    await user.click(await within(dialog).findByRole('button', { name: '受理' }))
    await user.type(await within(dialog).findByLabelText('回复'), '请重试')
    await user.click(await within(dialog).findByRole('button', { name: '回复并解决' }))
    await within(dialog).findByRole('button', { name: '重新打开' })
    within(dialog).getByText('请重试')
    expect(server.calls(api.take)[0]?.body).toEqual({ version: 1 })
    expect(server.calls(api.resolve)[0]?.body).toEqual({ version: 2, reply: '请重试' })
  })

  test('another administrator saved first: a message and the current state are shown, and the typed text stays', async () => {
    server.answer(api.reply, () => {
      present = entry({ status: 'processing', handledBy: '王芳', reply: '别人的回复', version: 2 })
      return refusal({ code: codes.conflict, desc: '内容已被他人修改', current: present })
    })
    const { user } = await show('/?open=11')
    const dialog = await panel()
    const reply = await within(dialog).findByLabelText('回复')
    await user.type(reply, '我的回复')
    await user.click(within(dialog).getByRole('button', { name: '保存回复' }))
    await within(dialog).findByText('王芳')
    expect(reply).toHaveProperty('value', '我的回复')
    await screen.findByText('内容已被他人修改')
    await user.click(within(dialog).getByRole('button', { name: '保存回复' }))
    await waitFor(() => expect(server.calls(api.reply)).toHaveLength(2))
    expect(server.calls(api.reply)[1]?.body).toEqual({ version: 2, reply: '我的回复' })
  })

  test('a refused reply shows the reason at its field', async () => {
    server.answer(api.reply, () =>
      refusal({ code: codes.invalid, desc: '提交的内容有误', fields: { reply: '内容过长' } }),
    )
    const { user } = await show('/?open=11')
    const dialog = await panel()
    await user.type(await within(dialog).findByLabelText('回复'), '好')
    await user.click(within(dialog).getByRole('button', { name: '保存回复' }))
    await within(dialog).findByText('内容过长')
  })

  test('is closed after confirmation', async () => {
    server.answer(api.close, ({ body }) => {
      present = entry({ status: 'closed', version: body.version + 1 })
      return present
    })
    const { user } = await show('/?open=11')
    const dialog = await panel()
    await within(dialog).findByLabelText('回复')
    await user.click(within(dialog).getAllByRole('button', { name: '关闭' })[1] as HTMLElement)
    expect(server.calls(api.close)).toHaveLength(0)
    const question = await screen.findByRole('alertdialog')
    await user.click(within(question).getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(server.calls(api.close)[0]?.body).toEqual({ version: 1 }))
  })

  test('is revealed on request', async () => {
    server.answer(api.reveal, () => ({ content: '我的电话 13800001234', contact: '13800001234' }))
    const { user } = await show('/?open=11')
    const dialog = await panel()
    await user.click(await within(dialog).findByRole('button', { name: '查看完整内容' }))
    await within(dialog).findByText('我的电话 13800001234')
    await user.click(within(dialog).getByRole('button', { name: '隐藏完整内容' }))
    await within(dialog).findByText('打不开页面')
  })

  test('of a deleted user shows that the text is erased', async () => {
    present = entry({ content: '', contact: null, phone: null, name: null, userStatus: 'deleted' })
    await show('/?open=11')
    const dialog = await panel()
    await within(dialog).findByText('用户已注销，内容已删除。')
    expect(within(dialog).queryByRole('button', { name: '查看完整内容' })).toBeNull()
  })
})

test('several are accepted at once; each skipped one shows its reason', async () => {
  server.answer(api.takeMany, () => ({
    done: 1,
    skipped: [
      { id: '12', reason: 'wrongState' as const, status: 'processing' as const },
      { id: '13', reason: 'notFound' as const, status: null },
    ],
  }))
  const { user } = await show()
  await user.click(await screen.findByRole('checkbox', { name: '选择第 1 行' }))
  await user.click(screen.getByRole('checkbox', { name: '选择第 2 行' }))
  await user.click(screen.getByRole('button', { name: '批量受理' }))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: '批量受理' }))
  await waitFor(() => expect(server.calls(api.takeMany)[0]?.body).toEqual({ ids: ['11', '12'] }))
  await screen.findByText('已完成 1 条，2 条未处理（1 条处理中、1 条不存在）')
  await waitFor(() => expect(screen.queryByText(/已选/)).toBeNull())
})

test('the bulk acts are those that at least one selected row allows', async () => {
  server.answer(api.takeMany, () => ({ done: 1, skipped: [] }))
  const { user } = await show()
  const offered = () =>
    ['批量受理', '批量解决', '批量关闭'].filter((name) => screen.queryByRole('button', { name }) !== null)
  await user.click(await screen.findByRole('checkbox', { name: '选择第 1 行' }))
  expect(offered()).toEqual(['批量受理', '批量关闭'])
  present = entry({ status: 'processing', version: 2 })
  await user.click(screen.getByRole('button', { name: '批量受理' }))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: '批量受理' }))
  await screen.findByText('处理中', { selector: 'td *' })
  await user.click(screen.getByRole('checkbox', { name: '选择第 1 行' }))
  expect(offered()).toEqual(['批量解决', '批量关闭'])
  await user.click(screen.getByRole('checkbox', { name: '选择第 2 行' }))
  expect(offered()).toEqual(['批量受理', '批量解决', '批量关闭'])
})

test('an act that no row of the selected status allows is not offered for all rows', async () => {
  server.answer(api.page, ({ body }) => ({
    records: [entry({ status: 'resolved' })],
    total: 30,
    current: body.current,
    size: body.size,
  }))
  server.answer(batch.mine, () => [])
  const { user } = await show('/?status=processing')
  const selectAll = async () => {
    await user.click(await screen.findByRole('checkbox', { name: '选择本页全部' }))
    await user.click(await screen.findByRole('button', { name: '选择符合条件的全部 30 条' }))
    await screen.findByText(/已选符合条件的全部 30 条/)
  }
  await selectAll()
  await screen.findByRole('button', { name: '解决反馈' })
  await user.click(screen.getByRole('button', { name: /已解决 ?1,200/ }))
  await waitFor(() => expect(screen.queryByText(/已选符合条件的全部/)).toBeNull())
  await selectAll()
  for (const name of ['受理反馈', '解决反馈', '关闭反馈'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})
