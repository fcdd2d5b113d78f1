import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createMemory } from './memory.ts'

afterEach(() => vi.restoreAllMocks())

test('a cached entry expires after its time, also when the machine’s clock is set back', async () => {
  const { now } = Date
  let shift = 0
  vi.spyOn(Date, 'now').mockImplementation(() => now() + shift)
  const memory = createMemory<string>(10, 50)
  memory.set('a', 'here')
  expect(memory.get('a')).toBe('here')
  shift = -3_600_000
  await sleep(80)
  expect(memory.get('a')).toBeUndefined()
})
