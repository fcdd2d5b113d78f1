import type { Machine } from '@kabao/contract/kernel/machine'
import type { ReactNode } from 'react'
import type { Column } from '../list/column.ts'
import { DataTable } from '../list/data-table.tsx'
import { Pager } from '../list/pager.tsx'
import type { EntryCalls, RowOfCalls } from './entry.ts'
import type { Entries } from './use-entries.tsx'

/** The rows of a list of entries, what can be done with them, and the pages. */
export function EntryTable<C extends EntryCalls<Machine>>({
  of: { list, selection, batch, actions, exporting, onOpen },
  columns,
  label,
  children,
}: {
  of: Entries<C>
  columns: readonly Column<RowOfCalls<C>>[]
  label: string
  /** What stands above the rows instead of `batch`; memoized by the caller, because the table is drawn anew with each new one. */
  children?: ReactNode
}) {
  return (
    <>
      <DataTable
        list={list}
        columns={columns}
        label={label}
        selection={selection}
        onOpen={onOpen}
        actions={actions}
        exporting={exporting}
      >
        {children ?? batch}
      </DataTable>
      <Pager list={list} />
    </>
  )
}
