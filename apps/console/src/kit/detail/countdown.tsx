import { listWords } from '@kabao/contract/kernel/list.words'
import { useEffect, useState } from 'react'
import { useWords } from '../words/words.ts'
import classes from './countdown.module.css'

/** The seconds that are left; not read out, because it would be every second. @param until milliseconds since 1970 */
export function Countdown({ until }: { until: number }) {
  const { t } = useWords(listWords)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return (
    <span aria-hidden className={classes.countdown}>
      {t('secondsLeft', { count: Math.max(0, Math.ceil((until - now) / 1_000)) })}
    </span>
  )
}
