import { sql } from 'kysely'

/** A place in PostgreSQL's write-ahead log, as a number: `16/B3748` of pg_lsn. Later places are larger. */
export type Lsn = bigint

/** @param text as PostgreSQL writes it: two hexadecimal numbers of 32 bits */
export function readLsn(text: string): Lsn {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/**
 * SQL for the end of the last record in the primary's log, be it on the disk yet or not: with `synchronous_commit = off` a commit is
 * acknowledged before, so the place that is written (`pg_current_wal_lsn()`) may lie before it. When that record ends with a page,
 * PostgreSQL gives the place behind the header of the next one (24 bytes, or 40 in a new file), but a replica that has replayed it says
 * the beginning of that page. No record ends in between.
 */
export const insertedPlace = sql<string>`(select at - case when inside in (24, 40) then inside else 0 end
  from pg_current_wal_insert_lsn() at, mod(at - '0/0'::pg_lsn, current_setting('wal_block_size')::numeric) inside)`
