import { problemWords } from '@kabao/contract/problem.words'
import { memo, useState } from 'react'
import type { Input, Looks } from '../form/input.ts'
import { formatFen } from '../format.ts'
import { currentLanguage, useWords } from '../words/words.ts'
import { TextFilter } from './text-filter.tsx'

/** A filter by an amount: the value is in fen, shown and typed in yuan. */
export const MoneyFilter = Object.assign(memo(Field), {
  /** The value as text, for its chip above the list. */
  chipText: (fen: string) => formatFen(Number(fen), currentLanguage()),
})

function Field({ value, onChange, error, ...looks }: Input<number | undefined> & Looks) {
  const { t } = useWords(problemWords)
  // A text that is no amount is wrong until another one is typed, or the value is set from outside.
  const [wrongAt, setWrongAt] = useState<{ value: number | undefined } | null>(null)
  return (
    <TextFilter
      {...looks}
      value={value === undefined ? undefined : String(value / 100)}
      error={wrongAt && wrongAt.value === value ? t('type') : error}
      onChange={(typed) => {
        const fen = fenOf(typed)
        setWrongAt(fen === null ? { value } : null)
        if (fen !== null) onChange(fen)
      }}
    />
  )
}

/** The amount in fen; undefined for no text, null for another text than an amount. */
function fenOf(typed: string | undefined): number | undefined | null {
  if (typed === undefined) return undefined
  const match = /^[¥￥]?\s*(\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed.replaceAll(',', ''))
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}
