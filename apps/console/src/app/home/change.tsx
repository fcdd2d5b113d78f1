import { formatShare, useLanguage } from '#kit'
import classes from './cards.module.css'

/** How much a figure changed, as a signed percentage; nothing if there was nothing before. */
export function Change({ from, to }: { from: number; to: number }) {
  const language = useLanguage()
  if (from === 0) return null
  const change = (to - from) / Math.abs(from)
  const text = formatShare(Math.round(change * 10_000), language)
  return (
    <b className={classes.change} data-up={change > 0 || undefined} data-down={change < 0 || undefined}>
      {change > 0 ? `+${text}` : text}
    </b>
  )
}
