import { exportWords } from '@kabao/contract/kernel/export.words'
import type { ExportRow } from '@kabao/contract/kernel/export-body'
import { exportTask } from '@kabao/contract/operations/export-task'
import { useAct, useWords } from '#kit'

export const canCancel = ({ status }: ExportRow): boolean => status === 'queued' || status === 'running'
export const canRetry = ({ status }: ExportRow): boolean =>
  status === 'failed' || status === 'cancelled' || status === 'expired'

/** Cancels an export that waits or runs. */
export function useCancel() {
  const { t } = useWords(exportWords)
  return useAct(exportTask.cancel, ({ resource }: ExportRow) => ({
    title: t('ask.cancel', { resource: t(`resource.${resource}`) }),
    text: t('ask.cancelText'),
    action: t('action.cancel'),
    otherwise: t('ask.keep'),
    isDanger: true,
    done: () => t('done.cancelled'),
  }))
}

/** Retries an export that ended without a file, or whose file has expired. */
export function useRetry() {
  const { t } = useWords(exportWords)
  return useAct(exportTask.retry, ({ resource }: ExportRow) => ({
    title: t('ask.retry', { resource: t(`resource.${resource}`) }),
    text: t('ask.retryText'),
    action: t('action.retry'),
    done: () => t('done.retried'),
  }))
}

/** Deletes an export and its file. */
export function useRemove() {
  const { t } = useWords(exportWords)
  return useAct(exportTask.remove, ({ resource }: ExportRow) => ({
    title: t('ask.remove', { resource: t(`resource.${resource}`) }),
    text: t('ask.removeText'),
    action: t('action.remove'),
    isDanger: true,
    done: () => t('done.removed'),
  }))
}
