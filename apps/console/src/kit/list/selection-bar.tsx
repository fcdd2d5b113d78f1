import { maxPageSize } from '@kabao/contract/kernel'
import { listWords } from '@kabao/contract/list.words'
import type { ReactNode } from 'react'
import { useWords } from '../words/words.ts'
import classes from './table.module.css'
import type { Selection } from './use-selection.ts'

/** How many rows are selected and what can be done with all of them. */
export function SelectionBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  const { t } = useWords(listWords)
  const count = selection.ids.length
  return (
    <div className={classes.selection} role="status">
      {count > 0 && (
        <>
          <span>{t('select.count', { count })}</span>
          {count > maxPageSize ? (
            <span className={classes.limit}>{t('select.limit', { max: maxPageSize })}</span>
          ) : (
            children
          )}
          <button type="button" className={classes.action} onClick={selection.clear}>
            {t('select.clear')}
          </button>
        </>
      )}
    </div>
  )
}
