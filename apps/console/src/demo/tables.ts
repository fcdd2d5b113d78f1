import type { Row } from './row.ts'
import type { Table } from './table.ts'

const tables = new Map<string, Table>()

/** Keeps the table of an area where others find it. */
export const keepTable = (table: Table): void => void tables.set(table.area, table)

/** The table of an area by the area's word. */
export const tableOf = (area: string): Table => tables.get(area) as Table

/** The rows of another area: areas of the demo meet here, as those of the service meet in the database. */
export const rowsOf = <R extends object>(area: string) => tableOf(area).rows as readonly (R & Row)[]
