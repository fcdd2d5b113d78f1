import { changeOf } from '@kabao/contract/statistics/report/change'
import { useLanguage } from '#kit'
import { changeText } from '#statistics'
import classes from './cards.module.css'

/**
 * How much a figure changed, by the two numbers that are shown; nothing if it did not. A difference from a base that is too small for a
 * percentage has no color, because it says little.
 */
export function Change({ format, from, to }: { format: 'count' | 'fen'; from: number; to: number }) {
  const language = useLanguage()
  if (from === to) return null
  const change = changeOf(format, to, from)
  const isTelling = change.percent !== null
  return (
    <b
      className={classes.change}
      data-up={(isTelling && to > from) || undefined}
      data-down={(isTelling && to < from) || undefined}
    >
      {changeText(format, change, language)}
    </b>
  )
}
