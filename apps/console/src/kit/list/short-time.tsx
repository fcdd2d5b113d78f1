import type { Language } from '@kabao/contract/kernel/language'
import { formatInstant, formatShortInstant } from '../format.ts'
import { useLanguage } from '../words/words.ts'
import classes from './table.module.css'

/** An instant in a cell, short for the eye; screen readers get the whole instant, and so does the tooltip of the cell. */
export function ShortTime({ iso }: { iso: string }) {
  const language = useLanguage()
  return (
    <time dateTime={iso}>
      <span aria-hidden>{formatShortInstant(iso, language)}</span>
      <span className={classes.heard}>{formatInstant(iso, language)}</span>
    </time>
  )
}

/** The width, text and content of a column of instants; it is empty for null. */
export const timeLooks = <Row,>(of: (row: Row) => string | null, language: Language) => ({
  width: timeWidth,
  text: (row: Row) => formatInstant(of(row), language),
  render: (row: Row) => {
    const iso = of(row)
    return iso && <ShortTime iso={iso} />
  },
})

/** The width of its column, in pixels: fits an instant of another year in both languages. */
export const timeWidth = 160
