import type { ImportRow } from '@kabao/contract/blacklist-import'
import { blacklistImportWords } from '@kabao/contract/blacklist-import.words'
import { Alert, Button, formatNumber, useWords } from '#kit'
import classes from './import.module.css'
import { WrongRows } from './wrong-rows.tsx'

interface ResultProps {
  task: ImportRow
  onAnother: () => void
  onClose: () => void
}

/** What came of it. */
export function Result({ task, onAnother, onClose }: ResultProps) {
  const { t, language } = useWords(blacklistImportWords)
  const { added = 0, present = 0 } = task.result ?? {}
  return (
    <>
      <Alert color="green" role="status" title={`${task.fileName} · ${t('status.done')}`}>
        {t('added', { count: formatNumber(added, language) })}
        {present > 0 && ` ${t('addedMeanwhile', { count: formatNumber(present, language) })}`}
      </Alert>
      <div className={classes.buttons}>
        {(task.report?.wrong ?? 0) > 0 && <WrongRows id={task.id} />}
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
