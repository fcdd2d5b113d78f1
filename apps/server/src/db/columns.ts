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

/** The row that the page query would show under these conditions; undefined if there is none. */
export async function findRow<T>(
  db: Db,
  {
    columns,
    joins = sql``,
    ...query
  }: Pick<PageQuery, 'table' | 'alias' | 'where' | 'joins'> & {
    columns: RawBuilder<T>
  },
): Promise<T | undefined> {
  const { from, where } = partsOf(query)
  const { rows } = await sql<T>`select ${columns} from ${from} ${joins} where ${where} limit 1`.execute(
    db.withoutPlugins(),
  )
  return rows[0]
}
