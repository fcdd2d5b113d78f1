import { blacklistImport, type ImportRow } from '@kabao/contract/blacklist-import'
import { blacklistImportWords } from '@kabao/contract/blacklist-import.words'
import { Button, formatNumber, useSend, useWords } from '#kit'
import classes from './import.module.css'
import { refresh } from './refresh.ts'

/** How far a step is; it can be cancelled until its end. */
export function Progress({ task }: { task: ImportRow }) {
  const { t, language } = useWords(blacklistImportWords)
  const cancel = useSend(blacklistImport.importCancel)
  const isReading = task.status === 'checking'
  return (
    <>
      <p className={classes.head} role="status">
        {task.fileName} · {t(`status.${task.status}`)}
      </p>
      <progress
        className={classes.bar}
        value={task.percent}
        max={100}
        aria-label={t(`status.${task.status}`)}
      />
      <p className={classes.text}>
        {isReading && task.rowsRead === 0
          ? t('waits')
          : isReading
            ? t('progress', { rows: formatNumber(task.rowsRead, language) })
            : `${task.percent}%`}
      </p>
      <div className={classes.buttons}>
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ params: { id: task.id } }, { onError: refresh })}
        >
          {t('action.cancel')}
        </Button>
      </div>
    </>
  )
}
