import { type RawBuilder, sql } from 'kysely'

/** The text of a stored rich text without its markup, as `plainText` of the contract, in SQL. */
export const textOfRichText = (column: RawBuilder<unknown>): RawBuilder<string> => {
  const lines = sql`regexp_replace(${column}, '<br>|</(p|h2|h3)>', chr(10), 'g')`
  const text = sql`regexp_replace(${lines}, '<[^>]*>', '', 'g')`
  return sql<string>`btrim(replace(replace(${text}, '&#x3C;', '<'), '&#x26;', '&'), chr(10) || ' ')`
}
