import { codes } from '@kabao/contract/kernel/envelope'
import { listWords } from '@kabao/contract/kernel/list.words'
import { reasonOf } from '../call/failure.ts'
import { Button } from '../controls/button.ts'
import { CopyButton } from '../copy-button.tsx'
import { IconAlertCircle } from '../icons.ts'
import { Picture, type PictureName } from '../picture/picture.tsx'
import { useWords } from '../words/words.ts'
import type { List } from './list.ts'
import classes from './states.module.css'

/** The message instead of rows: the list is empty, nothing matches, or loading failed. */
export function ListState({
  list,
  empty,
}: {
  list: Pick<List, 'error' | 'isFiltered' | 'clear' | 'refresh'>
  empty?: string | undefined
}) {
  const { t } = useWords(listWords)
  if (list.error) return <Failure error={list.error} onRetry={list.refresh} />
  const name = list.isFiltered ? 'noMatch' : 'empty'
  return (
    <div className={classes.state}>
      <Picture name={name} />
      <p className={classes.title}>{t(`${name}.title`)}</p>
      <p>{(!list.isFiltered && empty) || t(`${name}.text`)}</p>
      {list.isFiltered && (
        <Button variant="default" onClick={list.clear}>
          {t('noMatch.clear')}
        </Button>
      )}
    </div>
  )
}

/** Why loading failed, with a button to retry. */
export function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useWords(listWords)
  const { kind, picture, text, requestId } = useReason(error)
  return (
    <div className={classes.state} role="alert" data-failed={kind}>
      <Picture name={picture} />
      <p className={classes.title}>{t(`failed.${kind}.title`)}</p>
      <p>{text}</p>
      {requestId !== undefined && <Reference id={requestId} />}
      <Button variant="default" onClick={onRetry}>
        {t('failed.retry')}
      </Button>
    </div>
  )
}

/** Shown above outdated rows: why the last refresh failed, in one line. */
export function StaleNote({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useWords(listWords)
  const { text, requestId } = useReason(error)
  return (
    <div className={classes.note} role="alert">
      <IconAlertCircle size={16} aria-hidden />
      <span>
        {t('failed.stale')} {text}
      </span>
      {requestId !== undefined && <Reference id={requestId} />}
      <button type="button" className={classes.retry} onClick={onRetry}>
        {t('failed.retry')}
      </button>
    </div>
  )
}

/** The request id, which identifies the failure in the log, with a copy button. */
function Reference({ id }: { id: string }) {
  const { t } = useWords(listWords)
  return (
    <p className={classes.reference}>
      {t('failed.requestId', { id })}
      <CopyButton text={id} />
    </p>
  )
}

/** The cause of a failure as text for the reader. */
function useReason(error: Error): {
  kind: 'unreached' | 'refused' | 'ours'
  picture: PictureName
  text: string
  requestId?: string | undefined
} {
  const { t } = useWords(listWords)
  const reason = reasonOf(error)
  const { kind } = reason
  if (kind === 'unreached') return { kind, picture: 'unreached', text: t('failed.unreached.text') }
  if (kind === 'ours') {
    const text = reason.sentence ?? t('failed.ours.text')
    return { kind, picture: 'broken', text, requestId: reason.requestId }
  }
  return { kind, picture: reason.code === codes.notFound ? 'notFound' : 'refused', text: reason.sentence }
}
