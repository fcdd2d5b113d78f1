import type { ReactNode } from 'react'

/** One column of a table. */
export interface Column<Row> {
  /** A field of the row, or any name beginning with `_`. */
  key: (keyof Row & string) | `_${string}`
  title: string
  /** Pixels; the reader may change it. */
  width?: number
  /** What is shown; default: `text`. */
  render?: (row: Row) => ReactNode
  /** What is shown, as text; default: the field itself. */
  text?: (row: Row) => string
  /** Offers to copy the text; a function says what is copied instead. */
  copy?: boolean | ((row: Row) => string)
  align?: 'end'
  /** The head that it shares with the columns of the same group beside it. */
  group?: string
  /** How its total is shown, where the list has one for its key; default: the number. */
  total?: (sum: number) => string
  /** Stays in sight when the table is scrolled sideways. */
  isSticky?: boolean
  /** Takes the width that is left over. */
  grows?: boolean
  /** Not shown until the reader asks for it. */
  isOptional?: boolean
}

/** Something that can be done with one row. */
export interface RowAction {
  key: string
  label: string
  onSelect: () => void
  isDanger?: boolean
}

/** Which actions stand in the row, and which are in its menu: a dangerous one stands in the row only if it is the only one. */
export function splitActions(actions: readonly RowAction[], shown: number) {
  const inRow = actions.filter(({ isDanger }) => !isDanger || actions.length === 1).slice(0, shown)
  return { inRow, inMenu: actions.filter((action) => !inRow.includes(action)) }
}

export const defaultWidth = 140
export const smallestWidth = 60
export const largestWidth = 800

/** A column as it is named where its group is not above it. */
export const nameOf = ({ title, group }: { title: string; group?: string }): string =>
  group ? `${group} · ${title}` : title

/** The text of a cell. */
export function textOf<Row>(column: Column<Row>, row: Row): string {
  if (column.text) return column.text(row)
  const value = (row as Record<string, unknown>)[column.key]
  return value === null || value === undefined ? '' : String(value)
}
