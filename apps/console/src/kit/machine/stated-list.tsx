import type { Machine } from '@kabao/contract/kernel/machine'
import { type ComponentType, type ReactNode, Suspense, useCallback, useMemo } from 'react'
import type { ActOnAll } from '../batch/act.ts'
import { useRowActions } from '../crud/use-row-actions.ts'
import type { RowPanelProps } from '../detail/row-panel.tsx'
import { useOpen } from '../detail/use-open.ts'
import { DataTable, type DataTableProps } from '../list/data-table.tsx'
import { Pager } from '../list/pager.tsx'
import { SelectionBar } from '../list/selection-bar.tsx'
import { type Selection, useSelection } from '../list/use-selection.ts'
import { BulkActs, type SeveralCalls, useMayActOnSeveral } from './bulk-acts.tsx'
import type { OneCalls, StatedRow } from './use-acts.ts'
import { useRowActs } from './use-row-acts.ts'

export interface StatedListProps<Row extends StatedRow, M extends Machine>
  extends Pick<DataTableProps<Row>, 'list' | 'columns' | 'label' | 'exporting'> {
  filters: Parameters<typeof useSelection>[0]
  /** The name of the button that opens a row. */
  openLabel: string
  machine: M
  calls: OneCalls<M> & SeveralCalls<M>
  /** The acts on all rows that match the filters; the same list at every render. */
  onAll?: readonly ActOnAll[] | undefined
  /** Further acts on the selected rows, if the reader may do them; the same function at every render. */
  more?: ((selection: Selection) => ReactNode) | undefined
  /** What closes with the details, as for `useOpen`. */
  parts?: readonly string[] | undefined
  Details: ComponentType<RowPanelProps>
  /** The filters. */
  children: ReactNode
}

/**
 * The list of rows of a state machine: below its filters the rows, each with the acts that its state allows, the acts on several rows,
 * and the details, whose id is in the address.
 */
export function StatedList<Row extends StatedRow, M extends Machine>({
  list,
  filters,
  openLabel,
  machine,
  calls,
  onAll,
  more,
  parts,
  Details,
  children,
  ...table
}: StatedListProps<Row, M>) {
  const { id, open, turnTo, close } = useOpen(parts)
  const selection = useSelection(filters)
  const mayAct = useMayActOnSeveral(machine, calls)
  const onOpen = useCallback((row: Row) => open(row.id), [open])
  const acts = useRowActs<Row, M>(machine, calls)
  const actions = useRowActions<Row>([{ key: 'open', label: openLabel, run: onOpen }, ...acts])
  const bar = useMemo(
    () => (
      <SelectionBar selection={selection} {...(onAll && { all: { list, acts: onAll } })}>
        <BulkActs of={machine} calls={calls} selection={selection} rows={list.rows} />
        {more?.(selection)}
      </SelectionBar>
    ),
    [selection, list, machine, calls, onAll, more],
  )
  return (
    <>
      {children}
      <DataTable
        {...table}
        list={list}
        selection={mayAct || more ? selection : undefined}
        onOpen={onOpen}
        actions={actions}
      >
        {bar}
      </DataTable>
      <Pager list={list} />
      <Suspense>
        {id !== null && <Details id={id} rows={list.rows} onTurn={turnTo} onClose={close} />}
      </Suspense>
    </>
  )
}
