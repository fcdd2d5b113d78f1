import { type JobQueue, type JobRow, job, jobStates } from '@kabao/contract/operations/job'
import { jobWords } from '@kabao/contract/operations/job.words'
import { lazy, memo, Suspense, useEffect, useMemo, useState } from 'react'
import {
  DataTable,
  DateRangeField,
  FilterBar,
  Pager,
  SelectField,
  useList,
  useOptions,
  usePermission,
  useWords,
} from '#kit'
import { useAgain, useCancel } from './acts.ts'
import { useColumns } from './columns.tsx'

const RunPanel = lazy(() => import('./run-panel.tsx'))

/** Every run of the last two weeks. The list is refreshed when the queues change, as when a run begins or ends. */
export const Runs = memo(function Runs({ queues }: { queues: readonly JobQueue[] }) {
  const { t } = useWords(jobWords)
  const { list, filters } = useList(job.page)
  const columns = useColumns()
  const [opened, setOpened] = useState<string | null>(null)
  const again = useAgain()
  const cancel = useCancel()
  const mayRun = usePermission(job.again)
  const mayCancel = usePermission(job.cancel)
  const names = useMemo(() => queues.map(({ name, title }) => ({ value: name, label: title })), [queues])
  const options = useOptions(t, { state: jobStates })

  const doings = JSON.stringify(queues.map(({ waiting, active, last }) => [waiting, active, last?.at]))
  const { refresh } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched again when the queues change
  useEffect(() => refresh(), [doings])

  const actions = useMemo(
    () => (row: JobRow) => [
      { key: 'open', label: t('action.open'), onSelect: () => setOpened(row.id) },
      ...(mayRun && row.completedAt !== null
        ? [{ key: 'again', label: t('action.again'), onSelect: () => again(row) }]
        : []),
      ...(mayCancel && row.completedAt === null
        ? [{ key: 'cancel', label: t('action.cancel'), isDanger: true, onSelect: () => cancel(row) }]
        : []),
    ],
    [t, mayRun, mayCancel, again, cancel],
  )
  const onOpen = useMemo(() => (row: JobRow) => setOpened(row.id), [])
  const shown = list.rows.find(({ id }) => id === opened)

  return (
    <>
      <FilterBar filters={filters}>
        <SelectField label={t('field.title')} options={names} {...filters.filter('name')} />
        <SelectField label={t('field.state')} options={options.state} {...filters.filter('state')} />
        <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
      </FilterBar>
      <DataTable list={list} columns={columns} label={t('runs')} onOpen={onOpen} actions={actions} />
      <Pager list={list} />
      <Suspense>{shown && <RunPanel run={shown} onClose={() => setOpened(null)} />}</Suspense>
    </>
  )
})
