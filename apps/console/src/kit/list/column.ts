import type { ReactNode } from 'react'

/** One column of a table. */
export interface Column<Row> {
  /** A field of the row, or any name beginning with `_`. */
  key: (keyof Row & string) | `_${string}`
  title: string
  /** What it counts, if the title does not say all: a tip of the title. */
  meaning?: string | undefined
  /** In pixels; the reader may change it. */
  width?: number
  /** The content of a cell; default: `text`. */
  render?: (row: Row) => ReactNode
  /** The content of a cell as text; default: the value of the field. */
  text?: (row: Row) => string
  /** Adds a copy button for the text; a function returns another text to copy. */
  copy?: boolean | ((row: Row) => string)
  align?: 'end'
  /** The head above this column and the adjacent columns of the same group. */
  group?: string
  /** The text of the total, if the list has a total for this key; default: the number. */
  total?: (sum: number) => string
  /** The content of the total, if it is more than a text. */
  renderTotal?: () => ReactNode
  /** Stays visible when the table is scrolled horizontally. */
  isSticky?: boolean
  /** Takes the remaining width. */
  grows?: boolean
  /** On a card of a narrow screen even if the columns before it would fill the lines. */
  isOnCard?: boolean
  /** Hidden until the reader shows it in the column settings. */
  isOptional?: boolean
}

/** An action on one row. */
export interface RowAction {
  key: string
  label: string
  onSelect: () => void
  isDanger?: boolean
  /** Why it is not possible now; it is shown disabled, and selecting it tells this reason. */
  reason?: string
}

/** Splits actions between the row and its menu; a dangerous action is in the row only if it is the only action. */
export function splitActions(actions: readonly RowAction[], shown: number) {
  const inRow = actions.filter(({ isDanger }) => !isDanger || actions.length === 1).slice(0, shown)
  return { inRow, inMenu: actions.filter((action) => !inRow.includes(action)) }
}

export const defaultWidth = 140
export const smallestWidth = 60
export const largestWidth = 800

/** The name of a column in places without the head of its group. */
export const nameOf = ({ title, group }: { title: string; group?: string }): string =>
  group ? `${group} · ${title}` : title

/** The text of a cell. */
export function textOf<Row>(column: Column<Row>, row: Row): string {
  if (column.text) return column.text(row)
  const value = (row as Record<string, unknown>)[column.key]
  return value === null || value === undefined ? '' : String(value)
}
