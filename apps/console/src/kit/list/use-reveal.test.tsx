import { openSettingKeys, setting, standardOf } from '@kabao/contract/operations/setting'
import { blacklist } from '@kabao/contract/users/blacklist'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AnswersProvider } from '#kit'
import { fakeServer } from '#test/fake-server.ts'
import { useReveal } from './use-reveal.ts'

const open = {
  ...Object.fromEntries(openSettingKeys.map((key) => [key, standardOf(key)])),
} as never as object
const secret = { value: '13800001234', reason: '', remark: '' }

function reveal() {
  const { result } = renderHook(() => useReveal(blacklist.reveal), { wrapper: AnswersProvider })
  act(() => result.current.reveal('7'))
  return () => result.current.revealed
}

test('revealed data is masked again after the time of the setting', async () => {
  const server = fakeServer()
  server.answer(blacklist.reveal, () => secret)
  server.answer(setting.open, () => ({ ...open, 'masking.revealSeconds': 5 }) as never)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const revealed = reveal()
  await waitFor(() => expect(revealed()).toMatchObject({ id: '7', data: secret, shownFor: 5_000 }))
  act(() => vi.advanceTimersByTime(3_500))
  expect(revealed()).not.toBeNull()
  act(() => vi.advanceTimersByTime(1_500))
  expect(revealed()).toBeNull()
  expect(server.calls(blacklist.reveal)).toHaveLength(1)
})

test('if the settings cannot be read, the data is revealed for the default time', async () => {
  const server = fakeServer()
  server.answer(blacklist.reveal, () => secret)
  const revealed = reveal()
  await waitFor(() => expect(revealed()).toMatchObject({ shownFor: 30_000 }))
})
