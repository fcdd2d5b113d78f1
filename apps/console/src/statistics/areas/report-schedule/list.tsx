import { reportOf } from '@kabao/contract/statistics/report/reports'
import type { ReportScheduleRow, reportSchedule } from '@kabao/contract/statistics/report-schedule'
import { reportScheduleWords } from '@kabao/contract/statistics/report-schedule.words'
import { lazy, memo, Suspense, useCallback, useEffect, useState } from 'react'
import { DataTable, Pager, useList } from '#kit'
import { WatchFilters } from '../../report-watch/watch-filters.tsx'
import { useScheduleActions } from './actions.ts'
import { useScheduleColumns } from './columns.tsx'

const ScheduleDialog = lazy(() => import('../../report-watch/schedule-dialog.tsx'))
const RunsPanel = lazy(() => import('./runs-panel.tsx'))

/** Milliseconds between two refreshes of the list while a run waits. */
const pause = 1_500

interface ListProps {
  endpoint: typeof reportSchedule.mine | typeof reportSchedule.page
  label: string
  /** Whether the list includes schedules of other administrators. */
  showsWho?: boolean
}

/** Scheduled reports; the list refreshes while files are made. */
export const ScheduleList = memo(function ScheduleList({ endpoint, label, showsWho = false }: ListProps) {
  const { list, filters } = useList(endpoint as typeof reportSchedule.mine)
  const [open, setOpen] = useState<{ part: 'edit' | 'runs'; row: ReportScheduleRow } | null>(null)
  const close = useCallback(() => setOpen(null), [])
  const actions = useScheduleActions(setOpen)
  const { refresh } = list
  const goesOn = list.rows.some(({ last }) => last?.status === 'queued')
  useEffect(() => {
    if (!goesOn) return
    const timer = setInterval(refresh, pause)
    return () => clearInterval(timer)
  }, [goesOn, refresh])
  return (
    <>
      <WatchFilters filters={filters} words={reportScheduleWords} />
      <DataTable list={list} columns={useScheduleColumns(showsWho)} label={label} actions={actions} />
      <Pager list={list} />
      <Suspense>
        {open?.part === 'edit' && (
          <ScheduleDialog entry={open.row} report={reportOf(open.row.report)} onClose={close} />
        )}
        {open?.part === 'runs' && <RunsPanel schedule={open.row} onClose={close} />}
      </Suspense>
    </>
  )
})
