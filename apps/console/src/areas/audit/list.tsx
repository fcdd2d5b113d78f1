import { type AuditRow, audit } from '@kabao/contract/audit'
import { auditWords } from '@kabao/contract/audit.words'
import { lazy, memo, Suspense, useCallback, useMemo } from 'react'
import { DataTable, Pager, useColumns, useList, useOpen, useRowActions, useWords } from '#kit'
import { columns } from './columns.tsx'
import { AuditFilters } from './filters.tsx'
import { folded, unfolded } from './folded.ts'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

export const AuditList = memo(function AuditList() {
  const { t } = useWords(auditWords)
  const { list: found, filters } = useList(audit.page)
  const isOneAct = 'requestId' in found.query || 'targetId' in found.query
  const list = useMemo(
    () => ({ ...found, rows: isOneAct ? unfolded(found.rows) : folded(found.rows) }),
    [found, isOneAct],
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
