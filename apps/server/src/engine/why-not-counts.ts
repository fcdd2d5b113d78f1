import { setImmediate as letOthersRun } from 'node:timers/promises'
import { fitsNumber, ruleOfNumber, unseenNumber } from '@kabao/contract/supply/rule-numbers'
import { fromFewBits, placesOfRanking } from '#users'

/** How many runs are kept as examples for each plan, day and rule. */
export const mostExamples = 20

/** A run that keeps a number for each plan. */
export interface PackedRun {
  id: string
  reasons: Buffer | null
  /** Null also if the search went on, because then nobody was outranked yet. */
  ranked: Buffer | null
}

/** Counts as columns: a row for each example, which counts as one, and a row without an example for the rest. */
export interface CountRows {
  planIds: string[]
  rules: string[]
  counts: number[]
  runIds: (string | null)[]
}

/** The numbers that a byte can be. */
const numbers = 256
/** After this many runs, some ten milliseconds, other work of the instance has its turn. */
const runsAtOnce = 200

/**
 * How many runs over a snapshot did not fit each plan, by rule. It is counted in an array, because a batch has millions of numbers.
 * @param runs in the order in which they become examples
 * @param planIds the plans of the snapshot
 */
export async function countRuns(runs: readonly PackedRun[], planIds: readonly string[]): Promise<CountRows> {
  const counts = new Uint32Array(planIds.length * numbers)
  const examples = new Map<number, string[]>()
  const add = (index: number, runId: string) => {
    const count = (counts[index] as number) + 1
    counts[index] = count
    if (count === 1) examples.set(index, [runId])
    else if (count <= mostExamples) examples.get(index)?.push(runId)
  }
  for (const [nth, { id, reasons, ranked }] of runs.entries()) {
    if (nth % runsAtOnce === runsAtOnce - 1) await letOthersRun()
    const bytes = reasons ? fromFewBits(reasons, planIds.length) : Buffer.alloc(0)
    for (let place = 0; place < bytes.length; place++) {
      const number = bytes[place] as number
      if (number !== fitsNumber && number !== unseenNumber) add(place * numbers + number, id)
    }
    // No run counts as one that fits, so its place is free.
    for (const place of ranked ? placesOfRanking(ranked).slice(1) : []) add(place * numbers + fitsNumber, id)
  }
  return rowsOf(counts, examples, planIds)
}

function rowsOf(
  counts: Uint32Array,
  examples: ReadonlyMap<number, readonly string[]>,
  planIds: readonly string[],
): CountRows {
  const rows: CountRows = { planIds: [], rules: [], counts: [], runIds: [] }
  for (const [index, runIds] of examples) {
    const number = index % numbers
    const rule = number === fitsNumber ? 'outranked' : ruleOfNumber.get(number)
    const planId = planIds[Math.floor(index / numbers)]
    if (rule === undefined || planId === undefined) continue
    const add = (count: number, runId: string | null) => {
      rows.planIds.push(planId)
      rows.rules.push(rule)
      rows.counts.push(count)
      rows.runIds.push(runId)
    }
    for (const runId of runIds) add(1, runId)
    const rest = (counts[index] as number) - runIds.length
    if (rest > 0) add(rest, null)
  }
  return rows
}

/** Counts of several snapshots. */
export const joined = (all: readonly CountRows[]): CountRows => ({
  planIds: all.flatMap(({ planIds }) => planIds),
  rules: all.flatMap(({ rules }) => rules),
  counts: all.flatMap(({ counts }) => counts),
  runIds: all.flatMap(({ runIds }) => runIds),
})
