import { listWords } from '@kabao/contract/kernel/list.words'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useWords } from '../words/words.ts'
import type { List } from './list.ts'
import classes from './table.module.css'

/** Says how many rows wait, and shows them; over the head of the table, so that nothing moves. */
export function NewRows({
  waiting,
  within,
}: {
  waiting: List['waiting']
  within: RefObject<HTMLElement | null>
}) {
  const { t } = useWords(listWords)
  const show = () => {
    const rows = within.current?.querySelector<HTMLElement>('[role="region"]')
    flushSync(() => waiting?.show())
    if (rows) rows.scrollTop = 0
    rows?.querySelector<HTMLElement>('tr[data-index]')?.focus({ preventScroll: true })
  }
  return (
    <div className={classes.waiting} aria-live="polite">
      {waiting && (
        <button type="button" onClick={show}>
          {waiting.count > 0 ? t('waiting.count', { count: waiting.count }) : t('waiting.changed')}
        </button>
      )}
    </div>
  )
}
