import { listWords } from '@kabao/contract/kernel/list.words'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.ts'
import { formatInstant } from '../format.ts'
import { useWords } from '../words/words.ts'
import classes from './timeline.module.css'

export interface TimelineEntry {
  key: string
  at: string
  title: ReactNode
  text?: ReactNode
  /** A color of the theme; default: its neutral one. */
  color?: string | undefined
}

/** Events, newest first, with a button that loads older ones. */
export function Timeline({ label, entries, more }: TimelineProps) {
  const { t, language } = useWords(listWords)
  return (
    <>
      <ol className={classes.line} aria-label={label}>
        {entries.map(({ key, at, title, text, color }) => (
          <li key={key} className={classes.entry}>
            <span
              className={classes.dot}
              style={color ? { background: `rgb(var(--${color}-6))` } : undefined}
            />
            <time className={classes.time} dateTime={at}>
              {formatInstant(at, language)}
            </time>
            <span className={classes.title}>{title}</span>
            {text && <span className={classes.text}>{text}</span>}
          </li>
        ))}
      </ol>
      {more && (
        <Button variant="default" fullWidth loading={more.isLoading} onClick={more.load}>
          {t('older')}
        </Button>
      )}
    </>
  )
}

interface TimelineProps {
  label: string
  entries: readonly TimelineEntry[]
  /** Loads older events; absent if there are none. */
  more?: { isLoading: boolean; load: () => void } | undefined
}
