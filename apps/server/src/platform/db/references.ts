import { type RawBuilder, sql } from 'kysely'

/** References to a row are counted up to this many for each foreign key. */
const most = 1_000

/**
 * The SQL of the number of rows in other tables that refer to the row `t` and that a deletion of it would not delete. The database
 * finds them by its foreign keys.
 * @param table the name in the database
 */
export const referencesTo = (table: string): RawBuilder<number> =>
  sql`references_to(${sql.lit(table)}, t.id, ${sql.lit(most)})`
