import { changeOf } from '@kabao/contract/statistics/report/change'
import { useLanguage } from '#kit'
import { changeText } from '#statistics'
import classes from './cards.module.css'

/** How much a figure changed, by the two numbers that are shown; nothing if it did not. */
export function Change({ format, from, to }: { format: 'count' | 'fen'; from: number; to: number }) {
  const language = useLanguage()
  if (from === to) return null
  return (
    <b className={classes.change} data-up={to > from || undefined} data-down={to < from || undefined}>
      {changeText(format, changeOf(format, to, from), language)}
    </b>
  )
}
