import { lead as api } from '@kabao/contract/crm/lead'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { leadDetail, leadRow } from '#test/lead.ts'
import { renderAt, signIn } from '#test/render.tsx'
import LeadPage from './page.tsx'

const merged = {
  id: '5',
  otherId: '12',
  at: '2026-03-02T00:00:00.000Z',
  by: '李敏',
  fields: ['name' as const],
  isUndone: false,
  undoUntil: '2026-04-01T00:00:00.000Z',
  left: {
    fields: ['name' as const],
    acts: [{ kind: 'followUp' as const, at: '2026-03-03T00:00:00.000Z' }],
    isHolderFull: true,
  },
}
let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(api.page, ({ body }) => ({
    records: [leadRow()],
    total: 1,
    current: body.current,
    size: body.size,
  }))
  server.answer(api.get, ({ params }) =>
    params.id === '12'
      ? leadDetail({ id: '12', name: '王*', remark: '常客' })
      : leadDetail({ remark: '', mergeCount: 1 }),
  )
  server.answer(api.counts, () => ({
    new: 1,
    contacted: 0,
    interested: 0,
    applied: 0,
    converted: 0,
    invalid: 0,
    waiting: 0,
    mine: 1,
    isOwnScope: false,
  }))
  server.answer(api.timeline, () => ({ events: [], next: null }))
  server.answer(api.merges, () => [merged])
})
const open = async () => {
  signIn('lead:page', 'lead:merge', 'lead:update')
  const { user } = await renderAt(`/?open=${leadRow().id}`, [{ path: '/', Component: LeadPage }])
  return { user, panel: within(await screen.findByRole('dialog', { name: '线索详情' })) }
}

test('another lead is found, shown side by side, and merged with the chosen fields', async () => {
  server.answer(api.merge, () => leadDetail())
  const { user, panel } = await open()
  await user.click(await panel.findByRole('button', { name: '其他操作' }))
  await user.click(await panel.findByRole('menuitem', { name: '合并' }))
  const dialog = within(await screen.findByRole('dialog', { name: /合并到/ }))
  await user.type(await dialog.findByLabelText(/另一条线索的手机号或编号/), '12{Enter}')
  const notes = within(await dialog.findByRole('group', { name: '备注' }))
  expect(notes.getByLabelText('空')).toHaveProperty('checked', true)
  await user.click(notes.getByLabelText('常客'))
  await user.click(dialog.getByRole('button', { name: '合并' }))
  await waitFor(() =>
    expect(server.calls(api.merge)).toMatchObject([{ body: { otherId: '12', fields: ['remark'] } }]),
  )
})

test('a merge is undone after it was said what stays as it is', async () => {
  server.answer(api.undoMerge, () => merged.left)
  const { user, panel } = await open()
  await user.click(await panel.findByRole('button', { name: '撤销合并' }))
  const question = within(await screen.findByRole('alertdialog'))
  await question.findByText(/合并后修改过的内容保持不变：姓名。.*1 条动态.*回到线索池/)
  await user.click(question.getByRole('button', { name: '撤销合并' }))
  await waitFor(() => expect(server.calls(api.undoMerge)).toMatchObject([{ body: { mergeId: '5' } }]))
})
