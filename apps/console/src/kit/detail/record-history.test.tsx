import { codes } from '@kabao/contract/kernel/envelope'
import { type AuditRow, audit } from '@kabao/contract/operations/audit'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import RecordHistory from './record-history.tsx'

const line = (at: number): AuditRow =>
  ({
    id: String(at + 1),
    at: '2026-03-01T00:00:00.000Z',
    username: 'limin',
    tokenName: null,
    ip: '127.0.0.1',
    point: 'product:update',
    action: `操作 ${at}`,
    targetKind: 'product',
    targetId: '7',
    targetName: null,
    link: null,
    requestId: null,
    result: 'done',
    code: '0000',
    group: null,
  }) as AuditRow

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  signIn('audit:page')
})
const History = () => <RecordHistory kind="product" id="7" />
const show = () => renderAt('/', [{ path: '/', Component: History }])

test('while older acts are loading, those that are shown stay', async () => {
  let answerMore: () => void = () => undefined
  const more = new Promise<void>((resolve) => {
    answerMore = resolve
  })
  server.answer(audit.page, async ({ body }) => {
    if (body.size > 20) await more
    return {
      records: Array.from({ length: body.size }, (_, index) => line(index)),
      total: 60,
      current: 1,
      size: body.size,
    }
  })
  const { user } = await show()
  await screen.findByText(/操作 19/)
  await user.click(screen.getByRole('button', { name: /更早/ }))
  await waitFor(() => expect(server.calls(audit.page)).toHaveLength(2))
  expect(screen.queryByText(/操作 19/)).not.toBeNull()
  answerMore()
  await screen.findByText(/操作 59/)
})

test('changes that cannot be read say so, and are read again on request', async () => {
  server.answer(audit.page, ({ body }) => ({ records: [line(1)], total: 1, current: 1, size: body.size }))
  server.answer(audit.get, () => refusal({ code: codes.unexpected, desc: '出错了' }))
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: '查看变更' }))
  await screen.findByRole('button', { name: '重试' })
})
