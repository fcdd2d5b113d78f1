/** A place in PostgreSQL's write-ahead log, as a number: `16/B3748` of pg_lsn. Later places are larger. */
export type Lsn = bigint

/** @param text as PostgreSQL writes it: two hexadecimal numbers of 32 bits */
export function readLsn(text: string): Lsn {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
