import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBatcher } from './batcher.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** A batcher whose batches end when the test says so. */
function held(options: { waitMs?: number; idleMs?: number; most?: number; atOnce?: number }) {
  const begun: number[][] = []
  const ends: (() => void)[] = []
  const batcher = createBatcher<number, number>({
    ...options,
    run: (calls) => {
      begun.push([...calls])
      return new Promise((resolve) => ends.push(() => resolve(calls)))
    },
  })
  return {
    batcher,
    begun,
    end: async () => {
      ends.shift()?.()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

test('while none runs, calls are gathered for the shorter time', async () => {
  const { batcher, begun, end } = held({ waitMs: 20, idleMs: 5 })
  const answers = Promise.all([batcher.add(1), batcher.add(2)])
  await vi.advanceTimersByTimeAsync(4)
  expect(begun).toEqual([])
  await vi.advanceTimersByTimeAsync(2)
  expect(begun).toEqual([[1, 2]])
  await end()
  expect(await answers).toEqual([1, 2])
})

test('while one runs, calls are gathered until it ends', async () => {
  const { batcher, begun, end } = held({ waitMs: 20, idleMs: 5 })
  void batcher.add(1)
  await vi.advanceTimersByTimeAsync(6)
  void batcher.add(2)
  await vi.advanceTimersByTimeAsync(10)
  void batcher.add(3)
  expect(begun).toEqual([[1]])
  await end()
  expect(begun).toEqual([[1], [2, 3]])
})

test('while one runs for long, the next begins after the longer time, and no more than may run at once', async () => {
  const { batcher, begun } = held({ waitMs: 20, idleMs: 5, atOnce: 2 })
  void batcher.add(1)
  await vi.advanceTimersByTimeAsync(6)
  void batcher.add(2)
  await vi.advanceTimersByTimeAsync(19)
  expect(begun).toEqual([[1]])
  await vi.advanceTimersByTimeAsync(2)
  expect(begun).toEqual([[1], [2]])
  void batcher.add(3)
  await vi.advanceTimersByTimeAsync(100)
  expect(begun).toEqual([[1], [2]])
})

test('a full batch begins at once, and what is left begins when it is stopped', async () => {
  const { batcher, begun, end } = held({ most: 2 })
  void batcher.add(1)
  void batcher.add(2)
  void batcher.add(3)
  expect(begun).toEqual([[1, 2]])
  const stopped = batcher.stop()
  expect(begun).toEqual([[1, 2], [3]])
  await end()
  await end()
  await stopped
})
