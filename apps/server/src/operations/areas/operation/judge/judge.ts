import type { OperationFacts } from '@kabao/contract/operations/operation'
import {
  type Judgement,
  type JudgementName,
  judgements,
  type OperationPart,
} from '@kabao/contract/operations/operation-judgement'

/** What judges one part by its facts; others may be needed too, and may be missing. */
export type Judge<P extends OperationPart> = (
  facts: NonNullable<OperationFacts[P]>,
  all: OperationFacts,
) => Judgement[]

/** A judgement with what its sentence names. */
export const judged = (name: JudgementName, values: Judgement['values'] = {}): Judgement => ({ name, values })

/** Those that are not fine, or else the one that is. */
export const orFine = (found: readonly (Judgement | null)[], fine: Judgement): Judgement[] => {
  const judgements = found.filter((each) => each !== null)
  return judgements.length > 0 ? judgements : [fine]
}

/** The first bound that a value is above, from the highest down; null if it is above none. */
export function above(
  value: number | null,
  bounds: readonly (readonly [bound: number, name: JudgementName])[],
): JudgementName | null {
  if (value === null) return null
  return bounds.find(([bound]) => value > bound)?.[1] ?? null
}

export const levelOf = ({ name }: Judgement) => judgements[name][1]

/** Names in a sentence. */
export const listed = (names: readonly string[]): string => [...new Set(names)].join(', ')
