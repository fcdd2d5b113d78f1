import { codes } from '@kabao/contract/kernel/envelope'
import { user } from '@kabao/contract/users/user'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAt, signIn } from '#test/render.tsx'
import { useAnswer } from '../call/query.ts'
import { Failure } from './states.tsx'

function Page() {
  const { error, refetch } = useAnswer(user.channels)
  return error ? <Failure error={error} onRetry={() => void refetch()} /> : null
}
const show = () => renderAt('/', [{ path: '/', Component: Page }])
const answerWith = (body: unknown, init?: ResponseInit) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(JSON.stringify(body), init))
const failed = (code: string, desc: string, data: unknown = null) => ({
  code,
  status: 'fail',
  desc,
  msg: desc,
  data,
})
const state = async () =>
  within(
    await screen
      .findByText(/.+/, { selector: '[data-failed] p:first-of-type' })
      .then((title) => title.parentElement as HTMLElement),
  )

beforeEach(() => signIn())

test('a refused request shows the message of the service', async () => {
  answerWith(failed(codes.forbidden, '您没有权限查看渠道'))
  await show()
  const shown = await state()
  shown.getByText('请求未被接受')
  shown.getByText('您没有权限查看渠道')
})

test.each([
  ['an envelope', 200],
  ['a failure of HTTP', 500],
])('a fault of the service, as %s, shows the request id to copy', async (_, status) => {
  answerWith(failed(codes.unexpected, '服务异常', { requestId: 'req-7' }), { status })
  const { user: person } = await show()
  const shown = await state()
  shown.getByText('服务出了故障')
  shown.getByText('服务异常')
  shown.getByText('请求编号：req-7')
  await person.click(shown.getByRole('button', { name: '复制“req-7”' }))
  expect(await navigator.clipboard.readText()).toBe('req-7')
})

test.each([
  ['the network fails', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a proxy has no service behind it', async () => new Response('Bad Gateway', { status: 502 })],
])('the service was not reached: %s', async (_, answer) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(answer)
  await show()
  const shown = await state()
  shown.getByText('无法连接到服务')
  shown.getByRole('button', { name: '重试' })
})

test('a response that is not from the service counts as a fault of the service', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('<html>'))
  await show()
  ;(await state()).getByText('服务出了故障')
})
