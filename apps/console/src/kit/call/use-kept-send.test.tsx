import { blacklist } from '@kabao/contract/users/blacklist'
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { useKeptSend } from './use-kept-send.ts'

test('a call that failed has the same key when it is sent again, another row or version has its own', async () => {
  const server = fakeServer()
  server.answer(blacklist.update, ({ body }) => {
    if (body.reason === 'lost') throw new Error('lost')
    return refusal({ code: '4090', desc: 'refused' })
  })
  const { result } = renderHook(() => useKeptSend())
  const send = (id: string, version: number, reason: string) =>
    result.current(blacklist.update, { body: { id, version, reason, expiresAt: null, remark: '' } }).then(
      () => undefined,
      () => undefined,
    )
  await send('1', 1, 'lost')
  await send('1', 1, 'refused')
  await send('1', 1, 'lost')
  await send('1', 2, 'lost')
  await send('2', 1, 'lost')
  // Two at once are two.
  await Promise.all([send('1', 1, 'lost'), send('1', 1, 'lost')])
  const keys = server.calls(blacklist.update).map(({ headers }) => headers['Idempotency-Key'])
  expect(new Set(keys.slice(0, 3)).size).toBe(1)
  expect(new Set(keys).size).toBe(4)
  expect(keys[5]).toBe(keys[0])
})
