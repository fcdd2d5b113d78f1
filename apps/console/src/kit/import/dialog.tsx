import { type ImportTask, isImportOpen } from '@kabao/contract/kernel/import'
import { importWords } from '@kabao/contract/kernel/import.words'
import { inLanguage } from '@kabao/contract/kernel/language'
import { useEffect, useRef, useState } from 'react'
import { useAnswer } from '../call/query.ts'
import { Loader } from '../controls/loader.ts'
import { Modal } from '../controls/modal.tsx'
import { Failure } from '../list/states.tsx'
import { useWords } from '../words/words.ts'
import { Choose } from './choose.tsx'
import classes from './import.module.css'
import type { ImportInto } from './into.ts'
import { Progress } from './progress.tsx'
import { refresh } from './refresh.ts'
import { Report } from './report.tsx'
import { Result } from './result.tsx'

/** How often the progress of a step is polled, in milliseconds. */
const every = 700
/** For how long a reopened dialog shows the result of an import, in milliseconds. */
const recent = 60 * 60_000

/**
 * Imports a table into a list: the user chooses a file, the service checks it, the user confirms, the service adds the rows. The
 * service stores the state of the user's latest import, so the dialog continues there after a reload or in another browser.
 */
export default function ImportDialog({ into, onClose }: { into: ImportInto; onClose: () => void }) {
  const { t, language } = useWords(importWords)
  const { data, error, refetch } = useAnswer(
    into.use.imports,
    {},
    { refetchInterval: ({ state }) => (isRunning(state.data?.[0]) ? every : false) },
  )
  const [left, setLeft] = useState<string | null>(null)
  const latest = data?.[0]
  const task = latest && latest.id !== left && isShown(latest) ? latest : null
  useRefreshedList(into, latest)

  return (
    <Modal
      opened
      onClose={onClose}
      title={inLanguage(into.words.tree.title, language)}
      size={720}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <div className={classes.dialog}>
        {!data && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loader size={20} />)}
        {data && (task === null || task.status === 'failed') && (
          <Choose into={into} failed={task} onClose={onClose} />
        )}
        {task && isRunning(task) && <Progress into={into} task={task} />}
        {task?.status === 'checked' && <Report into={into} task={task} />}
        {task?.status === 'done' && (
          <Result into={into} task={task} onAnother={() => setLeft(task.id)} onClose={onClose} />
        )}
      </div>
    </Modal>
  )
}

const isRunning = (task: ImportTask | undefined) =>
  task?.status === 'checking' || task?.status === 'committing'

/** An import that ended long ago or was cancelled is not shown; the dialog offers to choose a file. */
const isShown = ({ status, endedAt }: ImportTask) =>
  isImportOpen(status) ||
  ((status === 'done' || status === 'failed') &&
    endedAt !== null &&
    Date.now() - Date.parse(endedAt) < recent)

/** Refreshes the list as soon as the rows are added. */
function useRefreshedList(into: ImportInto, latest: ImportTask | undefined) {
  const before = useRef(latest?.status)
  const status = latest?.status
  useEffect(() => {
    if (before.current === 'committing' && status === 'done') refresh(into)
    before.current = status
  }, [into, status])
}
