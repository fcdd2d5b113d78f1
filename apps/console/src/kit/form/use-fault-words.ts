import { numberWords } from '@kabao/contract/kernel/number.words'
import {
  type NumberBounds,
  type NumberFault,
  type NumberKind,
  writeNumber,
} from '@kabao/contract/kernel/number-text'
import { problemWords } from '@kabao/contract/kernel/problem.words'
import { useWords } from '../words/words.ts'

/** The sentence for a fault of a typed number; for a number outside its bounds it names them. */
export function useFaultWords(kind: NumberKind): (fault: NumberFault, bounds: NumberBounds) => string {
  const { t } = useWords(numberWords)
  const problem = useWords(problemWords)
  return (fault, { min = 0, max }) => {
    if (fault === 'integer') return problem.t(fault)
    if (fault !== 'range') return t(fault)
    const least = writeNumber(kind, min)
    if (max === undefined) return t('least', { min: least })
    return t('between', { min: least, max: writeNumber(kind, max) })
  }
}
