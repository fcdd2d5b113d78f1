import { type AuditRow, audit } from '@kabao/contract/audit'
import { auditWords } from '@kabao/contract/audit.words'
import { lazy, memo, Suspense, useCallback, useMemo } from 'react'
import { DataTable, Pager, useList, useOpen, useWords } from '#kit'
import { useColumns } from './columns.tsx'
import { AuditFilters } from './filters.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

export const AuditList = memo(function AuditList() {
  const { t } = useWords(auditWords)
  const { list, filters } = useList(audit.page)
  const { id, open, turnTo, close } = useOpen()
  const columns = useColumns()
  const onOpen = useCallback((row: AuditRow) => open(row.id), [open])
  const actions = useMemo(
    () => (row: AuditRow) => [{ key: 'open', label: t('detail.open'), onSelect: () => open(row.id) }],
    [t, open],
  )
  return (
    <>
      <AuditFilters filters={filters} />
      <DataTable
        list={list}
        columns={columns}
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
