import { blacklistImport, type ImportRow, isImportOpen } from '@kabao/contract/blacklist-import'
import { blacklistImportWords } from '@kabao/contract/blacklist-import.words'
import { useEffect, useRef, useState } from 'react'
import { Failure, Loader, Modal, useAnswer, useWords } from '#kit'
import { Choose } from './choose.tsx'
import classes from './import.module.css'
import { Progress } from './progress.tsx'
import { refresh } from './refresh.ts'
import { Report } from './report.tsx'
import { Result } from './result.tsx'

/** How often a step that runs is looked at, in milliseconds. */
const every = 700
/** For how long the dialog comes back to what came of an import, in milliseconds. */
const recent = 60 * 60_000

/**
 * Brings a table into the blacklist: a file is chosen, looked through, decided on and added. What the reader's last import is at
 * stands with the service, so a reload or another browser goes on where he was.
 */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords(blacklistImportWords)
  const { data, error, refetch } = useAnswer(
    blacklistImport.imports,
    { quiet: true },
    { refetchInterval: ({ state }) => (isRunning(state.data?.[0]) ? every : false) },
  )
  const [left, setLeft] = useState<string | null>(null)
  const latest = data?.[0]
  const task = latest && latest.id !== left && isShown(latest) ? latest : null
  useRefreshedList(latest)

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('title')}
      size={720}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <div className={classes.dialog}>
        {!data && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loader size={20} />)}
        {data && (task === null || task.status === 'failed') && <Choose failed={task} />}
        {task && isRunning(task) && <Progress task={task} />}
        {task?.status === 'checked' && <Report task={task} />}
        {task?.status === 'done' && (
          <Result task={task} onAnother={() => setLeft(task.id)} onClose={onClose} />
        )}
      </div>
    </Modal>
  )
}

const isRunning = (task: ImportRow | undefined) =>
  task?.status === 'checking' || task?.status === 'committing'

/** What is over long ago, or was given up, makes way for the next file. */
const isShown = ({ status, endedAt }: ImportRow) =>
  isImportOpen(status) ||
  ((status === 'done' || status === 'failed') &&
    endedAt !== null &&
    Date.now() - Date.parse(endedAt) < recent)

/** The list shows what was added as soon as it is. */
function useRefreshedList(latest: ImportRow | undefined) {
  const before = useRef(latest?.status)
  const status = latest?.status
  useEffect(() => {
    if (before.current === 'committing' && status === 'done') refresh()
    before.current = status
  }, [status])
}
