import { operationWords } from '@kabao/contract/operations/operation.words'
import { useMemo } from 'react'
import { formatNumber, useWords } from '#kit'

const spans = [
  ['days', 86_400, 2],
  ['hours', 3_600, 2],
  ['minutes', 60, 2],
] as const

/** A number of seconds in the largest unit of which there are two: `90 秒`, `5 分钟`, `36 小时`. */
export function useSpan(): (seconds: number) => string {
  const { t, language } = useWords(operationWords)
  return useMemo(
    () => (seconds) => {
      const [unit, length] = spans.find(([, of, least]) => seconds >= of * least) ?? (['seconds', 1] as const)
      const count = seconds < 10 ? Math.round(seconds * 10) / 10 : Math.floor(seconds / length)
      return t(`span.${unit}`, { count: formatNumber(count, language) })
    },
    [t, language],
  )
}
