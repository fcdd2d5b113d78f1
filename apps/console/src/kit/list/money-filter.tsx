import type { NumberBounds } from '@kabao/contract/kernel/number-text'
import { memo } from 'react'
import type { Input, Looks } from '../form/input.ts'
import { formatFen } from '../format.ts'
import { currentLanguage } from '../words/words.ts'
import { TypedFilter } from './number-filter.tsx'

/** A filter by an amount: the value is in fen, shown and typed in yuan. */
export const MoneyFilter = Object.assign(memo(Field), {
  /** The value as text, for its chip above the list; what an address has in place of an amount stays as it is. */
  chipText: (fen: string) => (/^-?\d+$/.test(fen) ? formatFen(Number(fen), currentLanguage()) : fen),
})

function Field(props: Input<number | undefined> & Looks & NumberBounds) {
  return <TypedFilter {...props} kind="money" />
}
