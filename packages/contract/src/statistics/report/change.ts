import type { Format } from './figures.ts'

/**
 * The least figure before that a percentage is told of: of a few people or yuan, a percentage says nothing. An amount is in fen. Of
 * an average or a rate any figure above zero is enough.
 */
const leastBases: Readonly<Record<Format, number>> = { count: 20, fen: 2_000, price: 0, rate: 0, ratio: 0 }
export const leastBaseOf = (format: Format): number => leastBases[format]

/**
 * How a figure changed. `percent` is a share of the figure before; null where the difference alone is told: what was before is
 * too small, or below zero.
 */
export interface Change {
  change: number | null
  percent: number | null
}

/** The change between two figures that are shown beside each other: of these two and of nothing else. */
export function changeOf(format: Format, now: number | null, before: number | null): Change {
  if (now === null || before === null) return { change: null, percent: null }
  const change = now - before
  return { change, percent: before > 0 && before >= leastBaseOf(format) ? change / before : null }
}
