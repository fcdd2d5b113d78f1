import { listWords } from '@kabao/contract/list.words'
import { Refusal } from '../call/refusal.ts'
import { Button } from '../controls/button.ts'
import { IconAlertCircle, IconInbox, IconSearch } from '../icons.ts'
import { useWords } from '../words/words.ts'
import type { List } from './list.ts'
import classes from './states.module.css'

/** What is said in place of rows: nothing yet, nothing that matches, or why there is nothing. */
export function ListState({ list }: { list: Pick<List, 'error' | 'isFiltered' | 'clear' | 'refresh'> }) {
  const { t } = useWords(listWords)
  if (list.error) return <Failure error={list.error} onRetry={list.refresh} />
  if (!list.isFiltered) {
    return (
      <div className={classes.state}>
        <IconInbox size={40} stroke={1.2} aria-hidden />
        <p className={classes.title}>{t('empty.title')}</p>
        <p>{t('empty.text')}</p>
      </div>
    )
  }
  return (
    <div className={classes.state}>
      <IconSearch size={40} stroke={1.2} aria-hidden />
      <p className={classes.title}>{t('noMatch.title')}</p>
      <p>{t('noMatch.text')}</p>
      <Button variant="default" onClick={list.clear}>
        {t('noMatch.clear')}
      </Button>
    </div>
  )
}

/** Why something could not be read, and a way to try again. */
export function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useWords(listWords)
  return (
    <div className={classes.state} role="alert" data-failed>
      <IconAlertCircle size={40} stroke={1.2} aria-hidden />
      <p className={classes.title}>{t('failed.title')}</p>
      <p>{reason(error, t('failed.network'))}</p>
      {error instanceof Refusal && error.requestId && !error.message.includes(error.requestId) && (
        <p>{t('failed.requestId', { id: error.requestId })}</p>
      )}
      <Button variant="default" onClick={onRetry}>
        {t('failed.retry')}
      </Button>
    </div>
  )
}

/** The rows are from before: what went wrong since, in one line above them. */
export function StaleNote({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useWords(listWords)
  return (
    <div className={classes.note} role="alert">
      <IconAlertCircle size={16} aria-hidden />
      <span>
        {t('failed.stale')} {reason(error, t('failed.network'))}
      </span>
      <button type="button" className={classes.retry} onClick={onRetry}>
        {t('failed.retry')}
      </button>
    </div>
  )
}

const reason = (error: Error, otherwise: string) => (error instanceof Refusal ? error.message : otherwise)
