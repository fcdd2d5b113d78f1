import { exportWords } from '@kabao/contract/kernel/export.words'
import { type ExportRow, exportResources, exportStatuses } from '@kabao/contract/kernel/export-body'
import type { exportTask } from '@kabao/contract/operations/export-task'
import { memo, useEffect, useMemo } from 'react'
import { DataTable, DateRangeField, FilterBar, Pager, SelectField, useList, useOptions, useWords } from '#kit'
import { canCancel, canRetry, useCancel, useRemove, useRetry } from './acts.ts'
import { useColumns } from './columns.tsx'

/** Milliseconds between two refreshes of the list while an export waits or runs. */
const pause = 1_500

interface ListProps {
  endpoint: typeof exportTask.mine | typeof exportTask.page
  label: string
  /** Whether the list includes exports of other administrators. */
  showsWho?: boolean
}

/** A list of exports; it refreshes while one waits or runs. */
export const ExportList = memo(function ExportList({ endpoint, label, showsWho = false }: ListProps) {
  const { t } = useWords(exportWords)
  // Older releases used one name for one's own exports and for all exports.
  const { list, filters } = useList(endpoint as typeof exportTask.mine, { formerly: 'exportTask' })
  const columns = useColumns(showsWho, list.rows.length > 0)
  const cancel = useCancel()
  const retry = useRetry()
  const remove = useRemove()
  const options = useOptions(t, { resource: exportResources, status: exportStatuses })

  const { refresh } = list
  const goesOn = list.rows.some(canCancel)
  useEffect(() => {
    if (!goesOn) return
    const timer = setInterval(refresh, pause)
    return () => clearInterval(timer)
  }, [goesOn, refresh])

  const actions = useMemo(
    () => (row: ExportRow) => {
      if (!row.isOwn) return []
      if (canCancel(row))
        return [{ key: 'cancel', label: t('action.cancel'), isDanger: true, onSelect: () => cancel(row) }]
      return [
        ...(canRetry(row) ? [{ key: 'retry', label: t('action.retry'), onSelect: () => retry(row) }] : []),
        { key: 'remove', label: t('action.remove'), isDanger: true, onSelect: () => remove(row) },
      ]
    },
    [t, cancel, retry, remove],
  )

  return (
    <>
      <FilterBar filters={filters}>
        <SelectField label={t('field.resource')} options={options.resource} {...filters.filter('resource')} />
        <SelectField label={t('field.status')} options={options.status} {...filters.filter('status')} />
        <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
      </FilterBar>
      <DataTable list={list} columns={columns} label={label} actions={actions} />
      <Pager list={list} />
    </>
  )
})
