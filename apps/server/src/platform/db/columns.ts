import { type RawBuilder, type SelectType, sql } from 'kysely'
import type { Db } from './client.ts'
import { type PageQuery, partsOf } from './page.ts'
import type { Schema } from './schema.ts'

/** The type of the rows of these columns. */
export type RowOf<C extends RawBuilder<unknown>> = C extends RawBuilder<infer Row> ? Row : never

/**
 * Columns of a table for `select`, defined once for its page query and its single row, under their TypeScript names and with the
 * types of the schema.
 * @param alias the table's alias in the query
 */
export function columnsOf<T extends keyof Schema, const C extends keyof Schema[T] & string>(
  _table: T,
  columns: readonly C[],
  alias = 't',
): RawBuilder<{ [K in C]: SelectType<Schema[T][K]> }> {
  return sql.join(
    columns.map((name) => sql`${sql.id(alias, inDatabase(name))} as ${sql.id(name)}`),
  ) as RawBuilder<never>
}

/** Columns of the table together with joined or computed columns. */
export const allColumns = <A, B>(own: RawBuilder<A>, others: RawBuilder<B>) =>
  sql<{ [K in keyof (A & B)]: (A & B)[K] }>`${own}, ${others}`

/** `valueSealed` → `value_sealed`, the name in the database. */
const inDatabase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

type Unpaged<T> = Pick<PageQuery, 'table' | 'alias' | 'where' | 'joins'> & { columns: RawBuilder<T> }

/** The rows that the page query would show under these conditions; for a small number of rows, by their ids. */
export async function findRows<T>(
  db: Db,
  { columns, joins = sql``, ...query }: Unpaged<T>,
  limit?: number,
): Promise<T[]> {
  const { from, where } = partsOf(query)
  const most = limit === undefined ? sql`` : sql`limit ${sql.lit(limit)}`
  const { rows } = await sql<T>`select ${columns} from ${from} ${joins} where ${where} ${most}`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/** The one row that a page query would show under these conditions; undefined where there is none. */
export const findRow = async <T>(db: Db, query: Unpaged<T>): Promise<T | undefined> =>
  (await findRows(db, query, 1))[0]
