import { jobWords } from '@kabao/contract/operations/job.words'
import { useMemo } from 'react'
import { formatNumber, useWords } from '#kit'

/** `350 毫秒`, `12.5 秒` */
export function useDuration(): (ms: number) => string {
  const { t, language } = useWords(jobWords)
  return useMemo(
    () => (ms) =>
      ms < 1_000
        ? t('milliseconds', { count: ms })
        : t('seconds', { count: formatNumber(Math.round(ms / 100) / 10, language) }),
    [t, language],
  )
}
