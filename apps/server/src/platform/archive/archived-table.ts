/** A column of a file. `INT64` is a text of digits in a row here, as PostgreSQL's `bigint` is. */
export interface ArchivedColumn {
  name: string
  type: 'INT32' | 'INT64' | 'BOOLEAN' | 'STRING'
}

/** A row of a file. `owner` and `id` have the rows of every archived table. */
export type ArchivedRow = Readonly<Record<string, string | number | boolean | null>> & {
  /** The partner of the row, see `ArchivedTable`; the rows of a day are in the order of owner and id. */
  owner: string
  /** The time id. */
  id: string
}

/** A table, partitioned by day, whose closed days go to files. */
export interface ArchivedTable {
  name: string
  /** The partner that a row belongs to, as SQL of a whole number over the alias `t`. All reads are of one partner. */
  owner: string
  /** The columns of a file besides `owner`; `id` is one of them. */
  columns: readonly ArchivedColumn[]
  /** The values of those columns as SQL over the alias `t`, with the names that `toArchived` expects. */
  select: string
  /** Turns a row of the database into one of a file; left out: it is the same. */
  toArchived?(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
}

/** The columns of a file of this table. */
export const columnsOf = ({ columns }: ArchivedTable): readonly ArchivedColumn[] => [
  { name: 'owner', type: 'INT64' },
  ...columns,
]
