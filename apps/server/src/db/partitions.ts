/** 2020-01-01T00:00Z, where the milliseconds of an id begin. Source: `time_id_at` in migration 0032. */
const epoch = Date.UTC(2020, 0, 1)

/** Bits of an id below its milliseconds. */
const lowBits = 22n

/**
 * The smallest id of an instant: `id >= timeIdAt(from)` selects the rows of a partitioned table from then on, and PostgreSQL
 * reads only the partitions that it needs.
 * @param at milliseconds since 1970
 */
export const timeIdAt = (at: number): string => (BigInt(Math.floor(at - epoch)) << lowBits).toString()
