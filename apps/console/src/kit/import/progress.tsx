import { importWords } from '@kabao/contract/kernel/import.words'
import { useSend } from '../call/query.ts'
import { Button } from '../controls/button.ts'
import { formatNumber } from '../format.ts'
import { useWords } from '../words/words.ts'
import classes from './import.module.css'
import type { PartProps } from './into.ts'
import { refresh } from './refresh.ts'

/** The progress of a step, with a button that cancels it. */
export function Progress({ into, task }: PartProps) {
  const { t, language } = useWords(importWords)
  const cancel = useSend(into.use.importCancel)
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
          onClick={() => cancel.mutate({ params: { id: task.id } }, { onError: () => refresh(into) })}
        >
          {t('action.cancel')}
        </Button>
      </div>
    </>
  )
}
