import type { OpenRequestRow } from '@kabao/contract/partners/open-request'
import { type ChannelCalls, channelUv } from '@kabao/contract/supply/channel'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import RequestsPage from './requests-page.tsx'
import SigningPage from './signing-page.tsx'

// The lists differ in the names of their endpoints only.
const calls = channelUv as unknown as ChannelCalls
const row: OpenRequestRow = {
  id: '91',
  at: '2026-03-01T00:30:00.000Z',
  key: 'ck_0123456789',
  call: 'open.user',
  path: '/open/user',
  code: '4000',
  fault: null,
  isSandbox: false,
  isRepeat: false,
  ms: 12,
  ip: '203.0.113.7',
  request: '{"phone":"138****1234"}',
  answer: '{"code":"4000"}',
}
const text = 'POST\n/open/user\na=1&b=2\n1790000000\nn-0000000000000001\nabc'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(calls.requests, ({ body }) => ({
    records: [row],
    total: 1,
    current: body.current,
    size: body.size,
  }))
  server.answer(calls.request, () => row)
})
const show = (search: string, Component = RequestsPage) => {
  signIn('channelUv:requests')
  return renderAt(`/${search}`, [
    { path: '/', Component },
    { path: '/exception/404', Component: () => <p>no such page</p> },
  ])
}

test('the filters of the address reach the log of the partner that it names', async () => {
  await show('?list=channelUv&id=11&code=4000&call=open.user&result=refused&key=ck_0123456789')
  await screen.findAllByText('4000')
  expect(server.calls(calls.requests)[0]).toMatchObject({
    params: { id: '11' },
    body: { code: '4000', call: 'open.user', result: 'refused', key: 'ck_0123456789' },
  })
})

test('a row opens the masked request and its answer', async () => {
  const { router } = await show('?list=channelUv&id=11&open=91')
  const panel = within(await screen.findByRole('dialog'))
  await panel.findByText(/"phone": "138\*{4}1234"/)
  expect(server.calls(calls.request)[0]?.params).toEqual({ id: '11', requestId: '91' })
  expect(router.state.location.search).toContain('id=11')
})

test.each(['', '?list=channel', '?list=org&id=5', '?list=channelUv&id=x'])(
  '%s names no page',
  async (search) => {
    await show(search)
    await screen.findByText('no such page')
  },
)

test('a pasted request is compared, and the first difference is marked', async () => {
  server.answer(calls.compareSignature, () => ({
    text,
    difference: { line: 'query' as const, lineNumber: 3, column: 3, ours: 'a=1&b=2', theirs: 'a=2&b=1' },
    fault: 'clock' as const,
    secondsOff: -3_600,
    isSigned: false,
  }))
  const { user } = await show('?list=channelUv&id=11', SigningPage)
  await user.click(await screen.findByLabelText(/完整请求/))
  await user.paste(
    'POST /open/user?b=2&a=1\nx-channel: ck_0123456789\nx-timestamp: 1790000000\nx-nonce: n-0000000000000001\nx-signature: v1=00\n\n{"a":1}',
  )
  expect(screen.getByLabelText(/^API Key/)).toHaveProperty('value', 'ck_0123456789')
  await user.type(screen.getByLabelText(/对方签名的文本/), 'theirs')
  await user.click(screen.getByRole('button', { name: '核对' }))
  await waitFor(() =>
    expect(server.calls(calls.compareSignature)).toMatchObject([
      {
        params: { id: '11' },
        body: { method: 'POST', target: '/open/user?b=2&a=1', body: '{"a":1}', theirs: 'theirs' },
      },
    ]),
  )
  const result = within(await screen.findByRole('status'))
  result.getByText('与服务时间相差 -3,600 秒')
  result.getByRole('heading', { name: '第 3 行第 3 个字符开始不同' })
  expect(result.getByText('2&b=1', { selector: 'mark' })).toBeTruthy()
  // Key and nonce are right, time and signature are wrong.
  expect(['正确', '不正确'].map((state) => result.getAllByText(state).length)).toEqual([2, 2])
})

test('a field that is missing is said at the field', async () => {
  const { user } = await show('?list=channelUv&id=11', SigningPage)
  server.answer(calls.compareSignature, () => {
    throw new Error('not asked')
  })
  await user.click(await screen.findByRole('button', { name: '核对' }))
  await waitFor(() => expect(screen.getByLabelText(/路径和查询串/).getAttribute('aria-invalid')).toBe('true'))
  screen.getByText('请填写此项')
  // A request without a key, a time or a nonce can be compared too: they are what is wrong with it.
  expect(screen.getAllByText('*')).toHaveLength(2)
})
