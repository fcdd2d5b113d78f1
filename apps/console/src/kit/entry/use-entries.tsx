import type { WordList } from '@kabao/contract/kernel/language'
import type { Machine } from '@kabao/contract/kernel/machine'
import { type ReactNode, useCallback, useMemo } from 'react'
import { inUse } from '../crud/in-use.ts'
import { RemoveRows, useRemove } from '../crud/remove.tsx'
import { useEntryDialog } from '../crud/use-entry-dialog.ts'
import { type RowAct, useRowActions } from '../crud/use-row-actions.ts'
import { useOpen } from '../detail/use-open.ts'
import type { RowAction } from '../list/column.ts'
import type { ExportEndpoint, List, ListFilters } from '../list/list.ts'
import { SelectionBar } from '../list/selection-bar.tsx'
import { useList } from '../list/use-list.ts'
import { type Selection, useSelection } from '../list/use-selection.ts'
import { actsOnAll, BulkActs, useMayActOnSeveral } from '../machine/bulk-acts.tsx'
import { useRowActs } from '../machine/use-row-acts.ts'
import { usePermission } from '../session/permission.tsx'
import { useWords } from '../words/words.ts'
import type { EntryCalls, EntryList, EntryTree, RowOfCalls, Say } from './entry.ts'
import type { EntryFormProps } from './entry-form.tsx'
import type { EntryPanelProps } from './entry-panel.tsx'

/** What differs from area to area in the actions of a row. */
interface Special<Row extends { id: string }> {
  /** Why a row cannot be edited. Default: every row can. */
  whyNotEdit?: (row: Row) => string | undefined
  /** Why a row cannot be deleted. Default: because other records refer to it. */
  whyNotRemove?: (row: Row) => string | undefined
  /** Further actions of a row, which may depend on the list. */
  more?: readonly RowAct<Row>[] | ((list: List<Row>) => readonly RowAct<Row>[])
  /** Opens the form of a new entry, of one that is changed or of one that is copied, where it is a page and no dialog. */
  onForm?: (of: { entry?: { id: string }; from?: { id: string } }) => void
  /** The parameters of the address that belong to open details, see `useOpen`. */
  ofDetails?: readonly string[]
}

/** A list of entries with its details and its form. */
export interface Entries<C extends EntryCalls<Machine>> {
  list: List<RowOfCalls<C>>
  filters: ListFilters<C['page']>
  /** Undefined if the administrator may do nothing with several rows. */
  selection: Selection | undefined
  /** What can be done with the selected rows. */
  batch: ReactNode
  actions: (row: RowOfCalls<C>) => readonly RowAction[]
  exporting: ExportEndpoint
  onOpen: (row: RowOfCalls<C>) => void
  /** Opens the form of a new entry. */
  add: () => void
  /** The props of the details; null if none are open. */
  panel: EntryPanelProps<RowOfCalls<C>> | null
  /** The props of the form; null if none is open. */
  form: EntryFormProps | null
}

/**
 * The list of a page whose entries have states: its rows, filters and selection, the actions of a row, and which details and which
 * form are open. The page places the parts: `StateChoice`, its filters, `EntryTable`, its details and its form.
 * @param words the texts of the actions, the same list at every render
 */
export function useEntries<
  M extends Machine,
  C extends EntryCalls<M>,
  P extends string,
  const T extends EntryTree,
>(
  { calls, machine }: EntryList<M, C>,
  words: WordList<P, T>,
  { whyNotEdit, whyNotRemove = inUse, more = [], onForm, ofDetails }: Special<RowOfCalls<C>> = {},
): Entries<C> {
  type Row = RowOfCalls<C>
  const say = useWords(words).t as Say
  const { list, filters } = useList(calls.page)
  const { id, open, turnTo, close } = useOpen(ofDetails)
  const dialog = useEntryDialog<{ id: string }>()
  const { add, edit, copy } = onForm
    ? {
        add: () => onForm({}),
        edit: (entry: Row) => onForm({ entry }),
        copy: (from: Row) => onForm({ from }),
      }
    : dialog
  const selection = useSelection(filters)
  const mayAct = useMayActOnSeveral(machine, calls)
  const mayRemove = usePermission(calls.removeMany)
  const remove = useRemove(calls.remove, words, ({ name }: Row) => ({ name }))
  const onOpen = useCallback((row: Row) => open(row.id), [open])

  const actions = useRowActions<Row>([
    {
      key: 'edit',
      use: calls.update,
      label: say('action.edit'),
      ...(whyNotEdit && { why: whyNotEdit }),
      run: edit,
    },
    ...useRowActs<Row, M>(machine, calls),
    { key: 'open', label: say('action.open'), run: onOpen },
    ...(typeof more === 'function' ? more(list) : more),
    { key: 'copy', use: calls.create, label: say('action.copy'), run: copy },
    {
      key: 'remove',
      use: calls.remove,
      label: say('action.remove'),
      why: whyNotRemove,
      run: remove,
      isDanger: true,
    },
  ])
  const batch = useMemo(
    () => (
      <SelectionBar selection={selection} all={{ list, acts: actsOnAll(machine, calls) }}>
        <BulkActs of={machine} calls={calls} selection={selection} rows={list.rows} />
        <RemoveRows use={calls.removeMany} words={words} selection={selection} />
      </SelectionBar>
    ),
    [selection, list, machine, calls, words],
  )

  return {
    list,
    filters,
    selection: mayAct || mayRemove ? selection : undefined,
    batch,
    actions,
    exporting: calls.export,
    onOpen,
    add,
    panel:
      id === null
        ? null
        : {
            panel: { id, rows: list.rows, onTurn: turnTo, onClose: close },
            onEdit: edit,
            onCopy: copy,
          },
    form: dialog.opened && { ...dialog.opened, onClose: dialog.close },
  }
}
