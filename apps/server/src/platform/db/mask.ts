import { idNumberPattern, inPostgres, phonePattern } from '@kabao/contract/kernel/personal-text'
import { type RawBuilder, sql } from 'kysely'

/**
 * Masks personal data in the database, character for character like the contract's `personal.ts` and `personal-text.ts`, for rows
 * that leave the database without passing through our code.
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
  sql`regexp_replace(regexp_replace(${text}, ${sql.lit(inPostgres(idNumberPattern))}, ${sql.lit('\\1***********\\2')}, 'g'),
    ${sql.lit(inPostgres(phonePattern))}, ${sql.lit('\\1****\\2')}, 'g')`
