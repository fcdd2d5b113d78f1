import { exportWords } from '@kabao/contract/kernel/export.words'
import type { ExportRow } from '@kabao/contract/kernel/export-body'
import { exportTask } from '@kabao/contract/operations/export-task'
import { Button, formatBytes, IconDownload, saveByTicket, useSend, useWords } from '#kit'

/** Downloads the file of an export; the button shows the size of the file. */
export function DownloadButton({ task }: { task: ExportRow }) {
  const { t } = useWords(exportWords)
  const { mutate, isPending } = useSend(exportTask.download)
  const save = () => mutate({ params: { id: task.id } }, { onSuccess: ({ ticket }) => saveByTicket(ticket) })
  return (
    <Button
      size="compact-sm"
      variant="light"
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={isPending}
      onClick={save}
    >
      {t('action.download', { size: formatBytes(task.fileSize ?? 0) })}
    </Button>
  )
}
