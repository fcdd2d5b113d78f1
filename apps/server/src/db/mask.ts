import { idNumberPattern, phonePattern } from '@kabao/contract/personal-text'
import { type RawBuilder, sql } from 'kysely'

/**
 * Personal data masked by the database, character for character as the contract's `personal.ts` and `personal-text.ts` do it: what leaves it
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
  sql`regexp_replace(regexp_replace(${text}, ${sql.lit(idNumberPattern)}, ${sql.lit('\\1***********\\2')}, 'g'),
    ${sql.lit(phonePattern)}, ${sql.lit('\\1****\\2')}, 'g')`
