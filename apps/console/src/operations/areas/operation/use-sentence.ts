import { operationWords } from '@kabao/contract/operations/operation.words'
import type { Judgment } from '@kabao/contract/operations/operation-judgment'
import { operationJudgmentWords } from '@kabao/contract/operations/operation-judgment.words'
import { mostCounted } from '@kabao/contract/operations/operation-work'
import { useMemo } from 'react'
import { formatBytes, formatNumber, useWords } from '#kit'
import { useSpan } from './use-span.ts'

/** A count that ends at one more than `mostCounted`, as text. */
export function useCounted(): (count: number) => string {
  const { t, language } = useWords(operationWords)
  return useMemo(
    () => (count) =>
      count === mostCounted + 1
        ? t('more', { count: formatNumber(mostCounted, language) })
        : formatNumber(count, language),
    [t, language],
  )
}

/** The sentence of a judgment. */
export function useSentence(): (judgment: Judgment) => string {
  const { t } = useWords(operationJudgmentWords)
  const counted = useCounted()
  const spanOf = useSpan()
  return useMemo(() => {
    const shown = (key: string, value: string | number): string => {
      if (typeof value === 'string') return value
      if (key === 'seconds') return spanOf(value)
      if (key === 'bytes') return formatBytes(value)
      if (key === 'percent') return `${value}%`
      return counted(value)
    }
    return ({ name, values }) =>
      t(name, Object.fromEntries(Object.entries(values).map(([key, value]) => [key, shown(key, value)])))
  }, [t, counted, spanOf])
}
