import { describe, expect, test } from 'vitest'
import { costUnder, drawOf } from './cost.ts'

const terms = { settlement: 'cpl', priceFen: 250, shareBp: 0, deductionBp: 0 }
const share = { settlement: 'cps', priceFen: 0, shareBp: 1_250, deductionBp: 0 }

test.each([
  ['a price for each accepted push', terms, 'push', 250],
  ['a share of the revenue, in whole fen', share, 'push', 124],
  ['a price for each registration: nothing for a push', { ...terms, settlement: 'cpa' }, 'push', undefined],
  ['a price for each visitor: nothing for a push', { ...terms, settlement: 'cpuv' }, 'push', undefined],
  ['a price for each registration', { ...terms, settlement: 'cpa' }, 'registration', 250],
  ['a price for each accepted push: nothing for a registration', terms, 'registration', undefined],
  ['a price for each visitor', { ...terms, settlement: 'cpuv' }, 'visitor', 250],
  ['all results are deducted', { ...terms, deductionBp: 10_000 }, 'push', 0],
] as const)('%s', (_, of, kind, costFen) => {
  expect(costUnder(of, { kind, id: '77', priceFen: 999 })?.costFen).toBe(costFen)
})

describe('whether a result is deducted', () => {
  test.each(['push', 'registration', 'visitor'] as const)(
    'follows from the id of a %s, at the rate of the contract',
    (kind) => {
      const ids = Array.from({ length: 10_000 }, (_, nth) => String(nth + 1))
      const deducted = ids.filter((id) => drawOf(kind, id) < 2_000)
      expect(deducted.length).toBeGreaterThan(1_800)
      expect(deducted.length).toBeLessThan(2_200)
      const settlement = { push: 'cpl', registration: 'cpa', visitor: 'cpuv' }[kind]
      const agreed = { ...terms, settlement, deductionBp: 2_000 }
      const [id = ''] = deducted
      for (const _ of [1, 2])
        expect(costUnder(agreed, { kind, id })).toEqual({
          baseFen: 250,
          costFen: 0,
          draw: drawOf(kind, id),
          deductionBp: 2_000,
          isDeducted: true,
        })
    },
  )

  test('of a push never changes: these are the numbers of the first pushes', () => {
    expect(['1', '2', '77'].map((id) => drawOf('push', id))).toEqual([9158, 7825, 1243])
  })
})
