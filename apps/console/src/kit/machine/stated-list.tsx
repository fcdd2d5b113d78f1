import type { WordList, Words } from '@kabao/contract'
import type { Machine } from '@kabao/contract/kernel/machine'
import { type ComponentType, memo, type ReactNode, Suspense, useCallback, useMemo } from 'react'
import type { ActOnAll } from '../batch/act.ts'
import { type ColumnsOf, useColumns } from '../columns/use-columns.ts'
import { useRowActions } from '../crud/use-row-actions.ts'
import type { RowPanelProps } from '../detail/row-panel.tsx'
import { useOpen } from '../detail/use-open.ts'
import { DataTable, type DataTableProps } from '../list/data-table.tsx'
import type { List } from '../list/list.ts'
import { Pager } from '../list/pager.tsx'
import { SelectionBar } from '../list/selection-bar.tsx'
import { type Selection, useSelection } from '../list/use-selection.ts'
import { useWords } from '../words/words.ts'
import { BulkActs, type SeveralCalls, useMayActOnSeveral } from './bulk-acts.tsx'
import type { OneCalls, StatedRow } from './use-acts.ts'
import { useRowActs } from './use-row-acts.ts'

/** The texts of every such list: its name, and the button that opens a row. */
type ListWords = WordList<string, { title: Words; action: { open: Words } }>

/** What an area declares of its list of rows of a state machine. */
export interface StatedListSpec<Row extends StatedRow, M extends Machine, F, W extends WordList>
  extends Pick<DataTableProps<Row>, 'exporting'> {
  words: W & ListWords
  columns: ColumnsOf<Row, W>
  machine: M
  calls: OneCalls<M> & SeveralCalls<M>
  /** The acts on all rows that match the filters. */
  onAll?: readonly ActOnAll[]
  Filters: ComponentType<{ filters: F }>
  Details: ComponentType<RowPanelProps>
}

export interface StatedListProps<Row extends StatedRow, M extends Machine, F, W extends WordList> {
  /** The same object at every render. */
  of: StatedListSpec<Row, M, F, W>
  list: List<Row>
  filters: F & Parameters<typeof useSelection>[0]
  /** Further acts on the selected rows, if the reader may do them; the same function at every render. */
  more?: ((selection: Selection) => ReactNode) | undefined
  /** What closes with the details, as for `useOpen`. */
  parts?: readonly string[] | undefined
}

/**
 * The list of rows of a state machine: below its filters the rows, each with the acts that its state allows, the acts on several rows,
 * and the details, whose id is in the address.
 */
export const StatedList = memo(StatedListOf) as typeof StatedListOf

function StatedListOf<Row extends StatedRow, M extends Machine, F, W extends WordList>({
  of: { words, columns, machine, calls, onAll, exporting, Filters, Details },
  list,
  filters,
  more,
  parts,
}: StatedListProps<Row, M, F, W>) {
  const { t } = useWords<string, ListWords['tree']>(words)
  const { id, open, turnTo, close } = useOpen(parts)
  const selection = useSelection(filters)
  const mayAct = useMayActOnSeveral(machine, calls)
  const onOpen = useCallback((row: Row) => open(row.id), [open])
  const acts = useRowActs<Row, M>(machine, calls)
  const actions = useRowActions<Row>([{ key: 'open', label: t('action.open'), run: onOpen }, ...acts])
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
      <Filters filters={filters} />
      <DataTable
        label={t('title')}
        columns={useColumns(words, columns as never)}
        exporting={exporting}
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
