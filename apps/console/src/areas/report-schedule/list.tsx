import { exportWords } from '@kabao/contract/export.words'
import { reportNames } from '@kabao/contract/report/names'
import { reportOf } from '@kabao/contract/report/reports'
import { alertStates } from '@kabao/contract/report-alert'
import type { ReportScheduleRow, reportSchedule } from '@kabao/contract/report-schedule'
import { reportScheduleWords } from '@kabao/contract/report-schedule.words'
import { lazy, memo, Suspense, useCallback, useEffect, useState } from 'react'
import { DataTable, FilterBar, optionsOf, Pager, SelectField, useList, useOptions, useWords } from '#kit'
import { useScheduleActions } from './actions.ts'
import { useScheduleColumns } from './columns.tsx'

const ScheduleDialog = lazy(() => import('#kit/report-watch/schedule-dialog.tsx'))
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
  const { t } = useWords(reportScheduleWords)
  const { t: say } = useWords(exportWords)
  const { list, filters } = useList(endpoint as typeof reportSchedule.mine)
  const [open, setOpen] = useState<{ part: 'edit' | 'runs'; row: ReportScheduleRow } | null>(null)
  const close = useCallback(() => setOpen(null), [])
  const actions = useScheduleActions(setOpen)
  const options = useOptions(t, { state: alertStates })
  const { refresh } = list
  const goesOn = list.rows.some(({ last }) => last?.status === 'queued')
  useEffect(() => {
    if (!goesOn) return
    const timer = setInterval(refresh, pause)
    return () => clearInterval(timer)
  }, [goesOn, refresh])
  return (
    <>
      <FilterBar filters={filters}>
        <SelectField
          label={t('field.report')}
          options={optionsOf(reportNames, (name) => say(`resource.${name}`))}
          {...filters.filter('report')}
        />
        <SelectField label={t('field.state')} options={options.state} {...filters.filter('state')} />
      </FilterBar>
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
