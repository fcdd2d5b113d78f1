import { ledger, type TransferRow } from '@kabao/contract/ledger/ledger'
import { ledgerWords } from '@kabao/contract/ledger/ledger.words'
import { lazy, memo, Suspense, useCallback } from 'react'
import { DataTable, Pager, useColumns, useList, useOpen, useRowActions, useWords } from '#kit'
import { columns } from './columns.ts'
import { LedgerFilters } from './filters.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

export const LedgerList = memo(function LedgerList() {
  const { t } = useWords(ledgerWords)
  const { list, filters } = useList(ledger.page)
  const { id, open, turnTo, close } = useOpen()
  const onOpen = useCallback((row: TransferRow) => open(row.id), [open])
  const actions = useRowActions<TransferRow>([{ key: 'open', label: t('action.open'), run: onOpen }])
  return (
    <>
      <LedgerFilters filters={filters} />
      <DataTable
        list={list}
        columns={useColumns(ledgerWords, columns)}
        label={t('title')}
        onOpen={onOpen}
        actions={actions}
        exporting={ledger.export}
      />
      <Pager list={list} />
      <Suspense>
        {id !== null && <DetailPanel id={id} rows={list.rows} onTurn={turnTo} onClose={close} />}
      </Suspense>
    </>
  )
})
