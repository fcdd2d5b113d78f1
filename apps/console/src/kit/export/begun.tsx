import { pathOfPage } from '@kabao/contract/app/menu'
import { exportWords } from '@kabao/contract/kernel/export.words'
import type { ExportRow } from '@kabao/contract/kernel/export-body'
import { exportTask } from '@kabao/contract/operations/export-task'
import { Link } from 'react-router'
import { useAnswer, useSend } from '../call/query.ts'
import { Button } from '../controls/button.ts'
import { saveByTicket } from '../file/download.ts'
import { formatBytes } from '../format.ts'
import { IconAlertCircle, IconCheck, IconDownload } from '../icons.ts'
import { useWords } from '../words/words.ts'
import classes from './export.module.css'

/** How often the state of the export is read while it is prepared, in milliseconds. */
const pause = 1_500

const isOpen = ({ status }: ExportRow) => status === 'queued' || status === 'running'

/** Shows an export that runs in the background: first that it is running, then its file or why it failed. */
export function Begun({ task, onClose }: { task: ExportRow; onClose: () => void }) {
  const { t } = useWords(exportWords)
  const { data = task } = useAnswer(
    exportTask.get,
    { params: { id: task.id } },
    { refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : pause) },
  )
  const { mutate, isPending } = useSend(exportTask.download)
  const save = () => mutate({ params: { id: data.id } }, { onSuccess: ({ ticket }) => saveByTicket(ticket) })
  const isReady = data.status === 'done'
  const failure = data.failure && `${t('message.failedTitle')}: ${t(`failure.${data.failure}`)}`
  const Icon = isReady || isOpen(data) ? IconCheck : IconAlertCircle
  return (
    <div className={classes.panel} role="status">
      <p className={classes.prepared}>
        <Icon size={16} aria-hidden />
        {isReady
          ? t('done.ready')
          : isOpen(data)
            ? t('done.prepared')
            : (failure ?? t(`status.${data.status}`))}
      </p>
      {isReady && (
        <Button leftSection={<IconDownload size={14} aria-hidden />} loading={isPending} onClick={save}>
          {t('action.download', { size: formatBytes(data.fileSize ?? 0) })}
        </Button>
      )}
      <Link className={classes.link} to={pathOfPage('ExportCenter') ?? ''} onClick={onClose} ref={focused}>
        {t('action.open')}
      </Link>
    </div>
  )
}

/** The popover's own search for the element to focus has ended before this is shown. */
const focused = (element: HTMLElement | null) => element?.focus({ preventScroll: true })
