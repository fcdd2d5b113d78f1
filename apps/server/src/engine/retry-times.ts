import { spread } from '#platform/outgoing/pause'

/** The pauses before a push is tried again, or asked about again, by the number of the round, in milliseconds. */
export interface Pauses {
  /** Before a push that surely failed is handed over again. */
  retry: readonly number[]
  /** Before an organization is asked how an unclear push ended. */
  query: readonly number[]
}

export const standardPauses: Pauses = {
  retry: [5_000, 30_000, 120_000, 600_000, 3_600_000],
  query: [10_000, 30_000, 60_000, 300_000, 1_800_000, 7_200_000],
}

/** The pause before a round (from 0), spread; null: no more rounds. */
export function retryAfter({ retry }: Pauses, round: number): number | null {
  const pause = retry[round]
  return pause === undefined ? null : spread(pause)
}

/** The pause before a round (from 0) of asking; null: no more rounds. */
export const queryAfter = ({ query }: Pauses, round: number): number | null => query[round] ?? null
