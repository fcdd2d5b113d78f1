import type { OperationFacts } from '@kabao/contract/operations/operation'
import {
  type Judgment,
  type JudgmentName,
  judgments,
  type OperationPart,
} from '@kabao/contract/operations/operation-judgment'

/** What judges one part by its facts; others may be needed too, and may be missing. */
export type Judge<P extends OperationPart> = (
  facts: NonNullable<OperationFacts[P]>,
  all: OperationFacts,
) => Judgment[]

/** A judgment with what its sentence names. */
export const judged = (name: JudgmentName, values: Judgment['values'] = {}): Judgment => ({ name, values })

/** Those that are not fine, or else the one that is. */
export const orFine = (found: readonly (Judgment | null)[], fine: Judgment): Judgment[] => {
  const judgments = found.filter((each) => each !== null)
  return judgments.length > 0 ? judgments : [fine]
}

/** The first bound that a value is above, from the highest down; null if it is above none. */
export function above(
  value: number | null,
  bounds: readonly (readonly [bound: number, name: JudgmentName])[],
): JudgmentName | null {
  if (value === null) return null
  return bounds.find(([bound]) => value > bound)?.[1] ?? null
}

export const levelOf = ({ name }: Judgment) => judgments[name][1]

/** Names in a sentence. */
export const listed = (names: readonly string[]): string => [...new Set(names)].join(', ')
