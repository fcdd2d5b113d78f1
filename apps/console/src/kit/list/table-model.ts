import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { Column } from './column.ts'
import type { Selection } from './use-selection.ts'
import { type Arrangement, widthOf } from './use-settings.ts'

export const selectKey = '_select'
export const actionsKey = '_actions'
const selectWidth = 44

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
})

/** Where a column is in a card: in the title line, or in a line below it, which it may share with another column. */
export interface CardSlot {
  part: 'select' | 'title' | 'state' | 'actions' | 'value'
  /** The line, from 1; the title line is the first. */
  line: number
  half?: 'start' | 'end'
}

/** A rendered column: its content and its position. */
export interface Place<Row> {
  key: string
  /** Undefined for the columns of check boxes and of actions. */
  column?: Column<Row>
  width: number
  grows: boolean
  /** Whether the reader has not set its width. */
  isFree: boolean
  pin: 'start' | 'end' | undefined
  /** Distance from the edge of the table at which it is pinned. */
  offset: number
  /** The last of the pinned columns, which casts a shadow on the scrolled ones. */
  isEdge: boolean
  /** Where it is, if rows are cards. */
  slot?: CardSlot
}

/** The rendered columns with order and position, and the selected rows. */
export function useTableModel<Row extends { id: string }>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  arrangement: Arrangement,
  selection: Selection | undefined,
  actionsWidth: number,
) {
  const isSelectable = selection !== undefined
  const defs = useMemo(
    () => [
      ...(isSelectable ? [{ id: selectKey, size: selectWidth }] : []),
      ...columns.map((column) => ({ id: column.key as string, size: widthOf(column, arrangement) })),
      ...(actionsWidth > 0 ? [{ id: actionsKey, size: actionsWidth }] : []),
    ],
    [columns, arrangement, actionsWidth, isSelectable],
  )
  const state = useMemo(
    () => ({
      columnOrder: [selectKey, ...arrangement.order, actionsKey],
      columnVisibility: Object.fromEntries([...arrangement.hidden].map((key) => [key, false])),
      columnPinning: {
        start: [selectKey, ...columns.filter(({ isSticky }) => isSticky).map(({ key }) => key as string)],
        end: [actionsKey],
      },
      columnSizing: arrangement.widths as Record<string, number>,
    }),
    [columns, arrangement],
  )
  const table = useTable({
    features,
    columns: defs,
    data: rows as Row[],
    getRowId: idOf,
    state: { ...state, rowSelection: selection?.state ?? nothing },
    ...(selection && { onRowSelectionChange: selection.set as never }),
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `table` is new on every render; its content follows from these
  const places = useMemo(() => {
    const shown = table.getHeaderGroups()[0]?.headers.map((header) => header.column) ?? []
    const byKey = new Map(columns.map((column) => [column.key as string, column]))
    const pins = shown.map((column) => column.getIsPinned())
    // A width that the reader has set is kept; another column then takes the remaining width.
    const isFree = (id: string) => byKey.has(id) && !(id in arrangement.widths)
    const grows = (id: string) => byKey.get(id)?.grows === true && isFree(id)
    const growing = shown.some(({ id }) => grows(id))
      ? undefined
      : (shown.findLast(({ id }) => isFree(id)) ?? shown.findLast(({ id }) => byKey.has(id)))?.id
    return shown.map((drawn, at): Place<Row> => {
      const column = byKey.get(drawn.id)
      const pin = pins[at] || undefined
      return {
        key: drawn.id,
        ...(column && { column }),
        width: drawn.getSize(),
        grows: grows(drawn.id) || drawn.id === growing,
        isFree: isFree(drawn.id),
        pin,
        offset: pin === 'start' ? drawn.getStart('start') : pin === 'end' ? drawn.getAfter('end') : 0,
        isEdge: pin === 'start' ? pins[at + 1] !== 'start' : pin === 'end' && pins[at - 1] !== 'end',
      }
    })
  }, [columns, defs, state, arrangement])

  return { table, places }
}

/** Adjacent columns under one shared head, or adjacent columns without one. */
export interface Part<Row> {
  /** The shared head; undefined if each column has only its own. */
  group: string | undefined
  places: readonly Place<Row>[]
}

/**
 * The columns in parts by their group head. If the reader has moved columns of a group apart, or if only some of them are
 * pinned, the head is repeated above each part.
 */
export function partsOf<Row>(places: readonly Place<Row>[]): Part<Row>[] {
  const parts: { group: string | undefined; places: Place<Row>[] }[] = []
  for (const place of places) {
    const group = place.column?.group
    const last = parts.at(-1)
    if (last && last.group === group && (!group || last.places[0]?.pin === place.pin)) last.places.push(place)
    else parts.push({ group, places: [place] })
  }
  return parts
}

const nothing = {}
const idOf = (row: { id: string }) => row.id
