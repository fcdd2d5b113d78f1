import type { NumberBounds, NumberFault, NumberKind } from '@kabao/contract/kernel/number-text'
import { useFaultWords } from './use-fault-words.ts'

/** The sentence for a fault of a typed number, for lists, which load it with the first fault. */
export default function FaultText({
  kind,
  fault,
  bounds,
}: {
  kind: NumberKind
  fault: NumberFault
  bounds: NumberBounds
}) {
  return useFaultWords(kind)(fault, bounds)
}
