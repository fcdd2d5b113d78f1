import { type NumberedRule, ruleNumbers, unseenNumber } from '@kabao/contract/supply/rule-numbers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inFewBits } from '#users/match-run/few-bits'
import { packRanking } from '#users/match-run/ranking'
import { countRuns, joined, mostExamples } from './why-not-counts.ts'

const planIds = ['11', '12', '13', '14']
const places = new Map(planIds.map((id, place) => [id, place]))
const rules = Object.keys(ruleNumbers) as NumberedRule[]

test('each number of a run counts once for its plan, those after the first of a ranking as outranked', async () => {
  const number = fc.constantFrom(0, unseenNumber, 1, 8, 31)
  const run = fc.record({
    numbers: fc.option(fc.tuple(number, number, number, number)),
    ranking: fc.option(fc.uniqueArray(fc.constantFrom(...planIds), { minLength: 1 })),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(run, { maxLength: 60, size: 'max' }), async (runs) => {
      const expected: Record<string, string[]> = {}
      const note = (planId: string, rule: string, id: string) => {
        const key = `${planId} ${rule}`
        expected[key] = [...(expected[key] ?? []), id]
      }
      for (const [id, { numbers, ranking }] of runs.entries()) {
        for (const [place, each] of numbers?.entries() ?? []) {
          const rule = rules.find((name) => ruleNumbers[name] === each)
          if (rule) note(planIds[place] as string, rule, String(id))
        }
        for (const planId of ranking?.slice(1) ?? []) note(planId, 'outranked', String(id))
      }
      const counted = await countRuns(
        runs.map(({ numbers, ranking }, id) => ({
          id: String(id),
          reasons: numbers && inFewBits(Uint8Array.from(numbers)),
          ranked:
            ranking &&
            packRanking(
              { planIds: ranking, pricesFen: [], ratesBp: ranking.map(() => 1) },
              { plans: [], places },
            ),
        })),
        planIds,
      )
      const found: Record<string, { n: number; runIds: string[] }> = {}
      for (const [index, planId] of counted.planIds.entries()) {
        const key = `${planId} ${counted.rules[index]}`
        const { n, runIds } = found[key] ?? { n: 0, runIds: [] }
        const runId = counted.runIds[index]
        found[key] = {
          n: n + (counted.counts[index] ?? 0),
          runIds: typeof runId === 'string' ? [...runIds, runId] : runIds,
        }
      }
      expect(found).toEqual(
        Object.fromEntries(
          Object.entries(expected).map(([key, ids]) => [
            key,
            { n: ids.length, runIds: ids.slice(0, mostExamples) },
          ]),
        ),
      )
    }),
  )
})

test('counts of several snapshots are rows one after the other', async () => {
  const one = await countRuns(
    [{ id: '1', reasons: inFewBits(Uint8Array.from([8, 0])), ranked: null }],
    ['21', '22'],
  )
  expect(joined([one, one])).toEqual({
    planIds: ['21', '21'],
    rules: ['age', 'age'],
    counts: [1, 1],
    runIds: ['1', '1'],
  })
})
