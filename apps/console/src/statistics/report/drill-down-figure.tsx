import type { Language } from '@kabao/contract/kernel/language'
import type { Format } from '@kabao/contract/statistics/report/figures'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { wordsOf } from '#kit/words/words.ts'
import { differenceText, noFigure } from './figure-text.ts'
import type { DrillDown } from './report-kind.ts'
import classes from './table.module.css'

/** A figure in a cell, which opens its records. It has no handler, because the table handles the events of all cells. */
export function DrillDownFigure({
  figure,
  side = 'now',
  text,
  hint,
  isReached,
  column,
  ...mark
}: DrillDownFigureProps) {
  if (text === noFigure) return noFigure
  return (
    <button
      type="button"
      className={classes.drillDown}
      data-figure={figure}
      data-side={side}
      data-period={column?.period}
      data-of-flow={column?.ofFlow}
      data-quiet={hint !== undefined || undefined}
      title={hint}
      tabIndex={isReached ? 0 : -1}
    >
      {text}
      {mark.late && <LateMark {...mark} late={mark.late} />}
    </button>
  )
}

interface DrillDownFigureProps {
  figure: string
  side?: 'now' | 'before'
  text: string
  /** Of a cross table: which column it is in. */
  column?: Pick<DrillDown, 'period' | 'ofFlow'>
  /** How much of the figure came after its day was over. */
  late?: number | null | undefined
  format?: Format
  language?: Language
  /** Whether the Tab key reaches it. */
  isReached?: boolean
  /** What it is, if it belongs to a comparison; it then stands behind the figures of the reader's own days. */
  hint?: string
}

/** Marks a figure that changed after its day was over. Not subscribed to the language: a new language draws all cells again. */
function LateMark({
  late,
  format = 'count',
  language = 'zh-CN',
}: Partial<DrillDownFigureProps> & { late: number }) {
  const text = wordsOf(reportWords).t('late', { late: differenceText(format, late, language) })
  return (
    <span className={classes.late} title={text}>
      <span aria-hidden>*</span>
      <span className={classes.heard}> {text}</span>
    </span>
  )
}
