import { type RawBuilder, sql } from 'kysely'

/** 2020-01-01T00:00Z, where the milliseconds of an id begin. Source: `time_id_at` in migration 0034. */
const epoch = Date.UTC(2020, 0, 1)

/** Bits of an id below its milliseconds. */
const lowBits = 22n

/**
 * The smallest id of an instant: `id >= timeIdAt(from)` selects the rows of a partitioned table from then on, and PostgreSQL
 * reads only the partitions that it needs.
 * @param at milliseconds since 1970
 */
export const timeIdAt = (at: number): string => within64Bits(BigInt(Math.floor(at - epoch)) << lowBits)

/** The instant of a time id, ISO 8601, to the millisecond. */
export const timeOfId = (id: string): string => new Date(Number(BigInt(id) >> lowBits) + epoch).toISOString()

/** The id of an instant with these lower bits, for rows that the service numbers by itself. @param low 0 to 4,194,303 */
export const timeIdOf = (at: number, low: number): string => (BigInt(timeIdAt(at)) + BigInt(low)).toString()

/** An instant before or after all ids is before or after all rows. */
const within64Bits = (id: bigint): string =>
  (BigInt.asIntN(64, id) === id ? id : id < 0n ? -(2n ** 63n) : 2n ** 63n - 1n).toString()

/**
 * SQL conditions that a row of a partitioned table is from an instant on, and before another: a range of ids, so that PostgreSQL
 * reads only the partitions of that time.
 * @param id the column with the time id
 * @param from @param to ISO 8601, to the millisecond; left out: no bound
 */
export const idsBetween = (
  id: RawBuilder<unknown>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): RawBuilder<unknown>[] => [
  ...(from === undefined ? [] : [sql`${id} >= ${timeIdAt(Date.parse(from))}`]),
  ...(to === undefined ? [] : [sql`${id} < ${timeIdAt(Date.parse(to))}`]),
]

/**
 * The partitioned table that has no partition for a row, from PostgreSQL's error; null for any other error. PostgreSQL reports it as a
 * broken check, without the name of a constraint.
 */
export function missingPartitionOf(error: unknown): string | null {
  const { code, constraint, table } = (error ?? {}) as { code?: string; constraint?: string; table?: string }
  return code === '23514' && constraint === undefined && table !== undefined ? table : null
}
