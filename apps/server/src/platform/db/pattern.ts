import { type RawBuilder, sql } from 'kysely'

/** Escapes a text for a `like` pattern, so that wildcards in it are literal. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The `like` pattern of texts that contain this. */
export const contains = (text: string): string => `%${literal(text)}%`

/** The `like` pattern of texts that begin with this. */
export const startsWith = (text: string): string => `${literal(text)}%`

/**
 * The condition that one of these columns of a row `t` contains this text, in any case. The pairs find the few rows that can contain
 * it over an index.
 * @param pairs the column with the pairs of the other columns, made by `text_pairs`
 */
export const containsInNames = (
  text: string,
  { pairs, names }: { pairs: RawBuilder<unknown>; names: readonly RawBuilder<unknown>[] },
): RawBuilder<unknown> => {
  const part = contains(text)
  const found = names.map((name) => sql`${name} ilike ${part}`)
  return sql`(${pairs} @> text_pairs(${text}) collate "C" and (${sql.join(found, sql` or `)}))`
}
