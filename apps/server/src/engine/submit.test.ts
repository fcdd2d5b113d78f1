import { expect, test } from 'vitest'
import type { StepState } from './steps.ts'
import { askedFrom } from './submit.ts'

test.each<[string, StepState, number, number]>([
  ['decided a moment ago', { askedAt: 1_000_000 }, 1_000_099, 1_000_000],
  ['waited for a place', { askedAt: 1_000_000 }, 1_000_100, 1_000_100],
  ['decided by a clock that was ahead', { askedAt: 1_000_001 }, 1_000_000, 1_000_000],
  ['decided by the version before', {}, 1_000_000, 1_000_000],
])('who was %s is asked from then on', (_what, state, now, from) => {
  expect(askedFrom(state, now)).toBe(from)
})
