import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createMemory } from './memory.ts'

afterEach(() => vi.restoreAllMocks())

test('an entry is believed for its time and no longer, also when the clock of the machine is set back', async () => {
  const memory = createMemory<string>(10, 50)
  memory.set('a', 'here')
  expect(memory.get('a')).toBe('here')
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000)
  await sleep(80)
  expect(memory.get('a')).toBeUndefined()
})
