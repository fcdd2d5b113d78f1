import { reportOf } from '@kabao/contract/statistics/report/reports'
import type { ReportAlertRow, reportAlert } from '@kabao/contract/statistics/report-alert'
import { reportAlertWords } from '@kabao/contract/statistics/report-alert.words'
import { lazy, memo, Suspense, useCallback, useState } from 'react'
import { DataTable, Pager, useList } from '#kit'
import { WatchFilters } from '../../report-watch/watch-filters.tsx'
import { useAlertActions } from './actions.ts'
import { useAlertColumns } from './columns.tsx'

const AlertDialog = lazy(() => import('../../report-watch/alert-dialog.tsx'))
const ChecksPanel = lazy(() => import('./checks-panel.tsx'))

interface ListProps {
  endpoint: typeof reportAlert.mine | typeof reportAlert.page
  label: string
  /** Whether the list includes alerts of other administrators. */
  showsWho?: boolean
}

/** Alerts on figures of all reports. */
export const AlertList = memo(function AlertList({ endpoint, label, showsWho = false }: ListProps) {
  const { list, filters } = useList(endpoint as typeof reportAlert.mine)
  const [open, setOpen] = useState<{ part: 'edit' | 'checks'; row: ReportAlertRow } | null>(null)
  const close = useCallback(() => setOpen(null), [])
  const actions = useAlertActions(setOpen)
  return (
    <>
      <WatchFilters filters={filters} words={reportAlertWords} />
      <DataTable list={list} columns={useAlertColumns(showsWho)} label={label} actions={actions} />
      <Pager list={list} />
      <Suspense>
        {open?.part === 'edit' && (
          <AlertDialog entry={open.row} report={reportOf(open.row.report)} onClose={close} />
        )}
        {open?.part === 'checks' && <ChecksPanel alert={open.row} onClose={close} />}
      </Suspense>
    </>
  )
})
