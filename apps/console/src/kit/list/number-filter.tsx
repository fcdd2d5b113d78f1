import { problemWords } from '@kabao/contract/problem.words'
import { memo, useState } from 'react'
import type { Input, Looks } from '../form/input.ts'
import { useWords } from '../words/words.ts'
import { TextFilter } from './text-filter.tsx'

/** A filter by a whole number. */
export const NumberFilter = memo(function NumberFilter({
  value,
  onChange,
  error,
  ...looks
}: Input<number | undefined> & Looks) {
  const { t } = useWords(problemWords)
  // A text that is no number is wrong until another one is typed, or the value is set from outside.
  const [wrongAt, setWrongAt] = useState<{ value: number | undefined } | null>(null)
  return (
    <TextFilter
      {...looks}
      value={value === undefined ? undefined : String(value)}
      error={wrongAt && wrongAt.value === value ? t('type') : error}
      onChange={(typed) => {
        const isNumber = typed === undefined || /^\d{1,9}$/.test(typed)
        setWrongAt(isNumber ? null : { value })
        if (isNumber) onChange(typed === undefined ? undefined : Number(typed))
      }}
    />
  )
})
