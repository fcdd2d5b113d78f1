import { importWords } from '@kabao/contract/kernel/import.words'
import { Alert } from '../controls/alert.ts'
import { Button } from '../controls/button.ts'
import { formatNumber } from '../format.ts'
import { useWords } from '../words/words.ts'
import { countsOf } from './counts.ts'
import classes from './import.module.css'
import type { PartProps } from './into.ts'
import { WrongRows } from './wrong-rows.tsx'

interface ResultProps extends PartProps {
  onAnother: () => void
  onClose: () => void
}

/** The result of an import. */
export function Result({ into, task, onAnother, onClose }: ResultProps) {
  const { t, language } = useWords(importWords)
  const { added = 0, present = 0, changed = 0 } = task.result ?? {}
  const skipped = task.report
    ? countsOf(into, task.report, language).filter(({ state, count }) => state !== 'new' && count > 0)
    : []
  return (
    <>
      <Alert color="green" role="status" title={`${task.fileName} · ${t('status.done')}`}>
        {t('added', { count: formatNumber(added, language) })}
        {changed > 0 && ` ${t('changed', { count: formatNumber(changed, language) })}`}
        {present > 0 && ` ${t('addedMeanwhile', { count: formatNumber(present, language) })}`}
      </Alert>
      {skipped.length > 0 && (
        <p className={classes.text}>
          {t('skipped', {
            counts: skipped
              .map(({ name, count }) => t('countOf', { what: name, count: formatNumber(count, language) }))
              .join(t('between')),
          })}
        </p>
      )}
      <div className={classes.buttons}>
        {(task.report?.wrong ?? 0) > 0 && <WrongRows into={into} id={task.id} />}
        <Button variant="default" onClick={onAnother}>
          {t('action.another')}
        </Button>
        <Button data-autofocus onClick={onClose}>
          {t('action.close')}
        </Button>
      </div>
    </>
  )
}
