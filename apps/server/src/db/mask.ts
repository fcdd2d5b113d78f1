import { type RawBuilder, sql } from 'kysely'

/**
 * Personal data masked by the database, character for character as the contract's `personal.ts` does it: what leaves it
 * without being read by us leaves it masked.
 */

type Expression = RawBuilder<unknown>

/** `138****1234` */
export const maskedPhone = (phone: Expression): Expression =>
  sql`left(${phone}, 3) || '****' || right(${phone}, 4)`

/** `张**` */
export const maskedName = (name: Expression): Expression =>
  sql`left(${name}, 1) || repeat('*', least(greatest(char_length(${name}) - 1, 1), 3))`

/** A text that a person wrote, the phone and id numbers in it masked. */
export const maskedText = (text: Expression): Expression =>
  sql`regexp_replace(regexp_replace(${text}, ${sql.lit(idNumber)}, ${sql.lit('\\1***********\\2')}, 'g'),
    ${sql.lit(phone)}, ${sql.lit('\\1****\\2')}, 'g')`

const idNumber = '(?<![0-9Xx])([1-9][0-9]{2})[0-9]{3}(?:19|20)[0-9]{6}([0-9]{3}[0-9Xx])(?![0-9Xx])'
/** What JavaScript's `\s` means, which PostgreSQL's depends on the locale for. */
const space = '\\t\\n\\v\\f\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'
const phone = `(?<![0-9])(1[3-9][0-9])[${space}-]?[0-9]{4}[${space}-]?([0-9]{4})(?![0-9])`
