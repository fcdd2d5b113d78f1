import type { Row } from './row.ts'
import type { Table } from './table.ts'

const tables = new Map<string, Table>()

/** Registers the table of an area for other areas. */
export const keepTable = (table: Table): void => void tables.set(table.area, table)

/** The table of an area, by the area's name. */
export const tableOf = (area: string): Table => tables.get(area) as Table

/** The rows of another area. In the demo, areas share rows here, as in the service they share the database. */
export const rowsOf = <R extends object>(area: string) => tableOf(area).rows as readonly (R & Row)[]
