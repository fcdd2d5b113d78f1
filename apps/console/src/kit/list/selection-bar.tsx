import { maxPageSize } from '@kabao/contract/kernel/kernel'
import { listWords } from '@kabao/contract/kernel/list.words'
import { lazy, type ReactNode, Suspense } from 'react'
import type { ActOnAll } from '../batch/act.ts'
import { useUnderWay } from '../batch/under-way.ts'
import { useWords } from '../words/words.ts'
import type { List } from './list.ts'
import classes from './table.module.css'
import type { Selection } from './use-selection.ts'

const Everything = lazy(() => import('./everything.tsx'))

interface SelectionBarProps {
  selection: Selection
  /** Present if all rows that match the filter can be selected, with the acts on them. */
  all?: { list: List; acts: readonly ActOnAll[] }
  children: ReactNode
}

/** The number of selected rows and the actions on them. */
export function SelectionBar({ selection, all, children }: SelectionBarProps) {
  const { t } = useWords(listWords)
  const { isEverything, state, ids } = selection
  const count = ids.length
  const isUnderWay = useUnderWay()
  const isOffered =
    !isEverything &&
    all !== undefined &&
    all.list.total > all.list.rows.length &&
    all.list.rows.length > 0 &&
    all.list.rows.every(({ id }) => state[id])
  return (
    <div className={classes.selection} role="status">
      {count > 0 && !isEverything && (
        <>
          <span>{t('select.count', { count })}</span>
          {count > maxPageSize ? (
            <span className={classes.limit}>{t('select.limit', { max: maxPageSize })}</span>
          ) : (
            children
          )}
        </>
      )}
      {all && (isOffered || isEverything || isUnderWay) && (
        <Suspense>
          <Everything selection={selection} isOffered={isOffered} {...all} />
        </Suspense>
      )}
      {count > 0 && (
        <button type="button" className={classes.action} onClick={selection.clear}>
          {t('select.clear')}
        </button>
      )}
    </div>
  )
}
