import { inUseWords } from '@kabao/contract/kernel/in-use.words'
import { wordsOf } from '../words/words.ts'

/** Why a row cannot be deleted: how many records refer to it. For `why` of a row action. */
export const inUse = ({ references }: { references: number }): string | undefined =>
  references > 0 ? wordsOf(inUseWords).t('references', { count: references }) : undefined
