import { type AuditRow, audit, showsActs } from '@kabao/contract/operations/audit'
import { auditWords } from '@kabao/contract/operations/audit.words'
import { lazy, memo, Suspense, useCallback, useMemo } from 'react'
import { DataTable, Pager, useColumns, useList, useOpen, useRowActions, useWords } from '#kit'
import { columns } from './columns.tsx'
import { AuditFilters } from './filters.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

export const AuditList = memo(function AuditList() {
  const { t } = useWords(auditWords)
  const { list: found, filters } = useList(audit.page)
  // A list that shows every entry has no rows that stand for others.
  const list = useMemo(
    () =>
      showsActs(found.query)
        ? { ...found, isGrouped: true }
        : { ...found, rows: found.rows.map((row): AuditRow => ({ ...row, group: null })) },
    [found],
  )
  const { id, open, turnTo, close } = useOpen()
  const onOpen = useCallback((row: AuditRow) => open(row.id), [open])
  const actions = useRowActions<AuditRow>([{ key: 'open', label: t('detail.open'), run: onOpen }])

  return (
    <>
      <AuditFilters filters={filters} />
      <DataTable
        list={list}
        columns={useColumns(auditWords, columns)}
        label={t('title')}
        onOpen={onOpen}
        actions={actions}
        exporting={audit.export}
      />
      <Pager list={list} />
      <Suspense>
        {id !== null && <DetailPanel id={id} rows={list.rows} onTurn={turnTo} onClose={close} />}
      </Suspense>
    </>
  )
})
