import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createBatcher, type Shedding } from './batcher.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** A batcher whose batches end when the test says so. */
function held(options: {
  waitMs?: number
  idleMs?: number
  most?: number
  atOnce?: number
  shedding?: Shedding
}) {
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

test('without a time to gather, the calls of one turn of the event loop are done at once, and the next while those run', async () => {
  const { batcher, begun, end } = held({ waitMs: 20, idleMs: 0 })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const answers = Promise.all([batcher.add(1), batcher.add(2)])
  expect(begun).toEqual([])
  await turn()
  expect(begun).toEqual([[1, 2]])
  void batcher.add(3)
  await turn()
  void batcher.add(4)
  await turn()
  expect(begun).toEqual([[1, 2]])
  await end()
  expect(begun).toEqual([
    [1, 2],
    [3, 4],
  ])
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

const failing = (code: string) => {
  const batches: number[][] = []
  const error = Object.assign(new Error('refused'), { code })
  const batcher = createBatcher<number, number>({
    run: async (calls) => {
      batches.push([...calls])
      throw error
    },
  })
  return { batches, outcomes: Promise.allSettled([1, 2, 3].map((call) => batcher.add(call))), error }
}

test.each(['57014', '55P03', '53300', '53200', '53100', '57P01'])(
  'a batch that the database refuses by %s is refused whole',
  async (code) => {
    const { batches, outcomes, error } = failing(code)
    await vi.advanceTimersByTimeAsync(100)
    expect(await outcomes).toEqual(Array(3).fill({ status: 'rejected', reason: error }))
    expect(batches).toEqual([[1, 2, 3]])
  },
)

test.each(['23505', '40P01', '22003'])('after %s, each call of a batch is done alone', async (code) => {
  const { batches, outcomes } = failing(code)
  await vi.advanceTimersByTimeAsync(100)
  await outcomes
  expect(batches).toEqual([[1, 2, 3], [1], [2], [3]])
})

test('while calls are done alone, those that are left are refused once the database is busy', async () => {
  const batches: number[][] = []
  const batcher = createBatcher<number, number>({
    run: async (calls) => {
      batches.push([...calls])
      if (calls.length > 1) throw Object.assign(new Error('refused'), { code: '23505' })
      if (calls[0] === 2) throw Object.assign(new Error('refused'), { code: '57014' })
      return calls
    },
  })
  const outcomes = Promise.allSettled([1, 2, 3, 4].map((call) => batcher.add(call)))
  await vi.advanceTimersByTimeAsync(100)
  const late = { status: 'rejected', reason: { code: '57014' } }
  expect(await outcomes).toMatchObject([{ status: 'fulfilled', value: 1 }, late, late, late])
  expect(batches).toEqual([[1, 2, 3, 4], [1], [2]])
})

describe('calls that are shed', () => {
  const shedding = (limits: { afterMs?: number; behind?: number }) => {
    const reasons: string[] = []
    return {
      reasons,
      ...held({ atOnce: 1, shedding: { ...limits, note: (reason) => reasons.push(reason) } }),
    }
  }
  /** What became of a call so far. */
  const watched = (call: Promise<number>) => {
    const state: { outcome: unknown } = { outcome: 'waits' }
    call.then(
      (outcome) => (state.outcome = outcome),
      (error) => (state.outcome = error.name),
    )
    return state
  }

  test('have waited for too long, each by its own time; the one that runs goes on', async () => {
    const { batcher, begun, end, reasons } = shedding({ afterMs: 1_000 })
    const first = watched(batcher.add(1))
    await vi.advanceTimersByTimeAsync(100)
    const second = watched(batcher.add(2))
    await vi.advanceTimersByTimeAsync(500)
    const third = watched(batcher.add(3))
    await vi.advanceTimersByTimeAsync(501)
    expect([first, second, third].map(({ outcome }) => outcome)).toEqual(['waits', 'Problem', 'waits'])
    await vi.advanceTimersByTimeAsync(500)
    expect(third.outcome).toBe('Problem')
    await end()
    expect(first.outcome).toBe(1)
    expect(begun).toEqual([[1]])
    expect(reasons).toEqual(['late', 'late'])
    // Whoever comes later is not refused by the time of those before.
    const fourth = watched(batcher.add(4))
    await vi.advanceTimersByTimeAsync(50)
    await end()
    expect(fourth.outcome).toBe(4)
  })

  test('come behind too many', async () => {
    const { batcher, end, reasons } = shedding({ behind: 2 })
    void batcher.add(1)
    await vi.advanceTimersByTimeAsync(50)
    const states = [2, 3, 4].map((call) => watched(batcher.add(call)))
    await vi.advanceTimersByTimeAsync(0)
    expect(states.map(({ outcome }) => outcome)).toEqual(['waits', 'waits', 'Problem'])
    expect(reasons).toEqual(['full'])
    await end()
    await vi.advanceTimersByTimeAsync(50)
    await end()
    expect(states.map(({ outcome }) => outcome)).toEqual([2, 3, 'Problem'])
  })

  test('have lost their callers', async () => {
    const { batcher, begun, end, reasons } = shedding({})
    void batcher.add(1)
    await vi.advanceTimersByTimeAsync(50)
    let isGone = false
    const states = [watched(batcher.add(2, () => isGone)), watched(batcher.add(3, () => false))]
    isGone = true
    await end()
    await vi.advanceTimersByTimeAsync(50)
    await end()
    expect(states.map(({ outcome }) => outcome)).toEqual(['CallerGone', 3])
    expect(begun).toEqual([[1], [3]])
    expect(reasons).toEqual(['gone'])
  })
})

test('background work waits however long it takes', async () => {
  const { batcher, begun, end } = held({ atOnce: 1 })
  void batcher.add(1)
  await vi.advanceTimersByTimeAsync(50)
  void batcher.add(2)
  await vi.advanceTimersByTimeAsync(3_600_000)
  await end()
  expect(begun).toEqual([[1], [2]])
})
