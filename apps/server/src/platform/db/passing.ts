import { WritesHeld } from './held.ts'
import { isConnectionLost } from './lost.ts'
import { missingPartitionOf } from './partitions.ts'

/** PostgreSQL's `disk_full`. */
const diskFull = '53100'

/** Whether the database refused a statement because its disk is full. */
export const isDatabaseFull = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === diskFull

/**
 * Whether the database had no time or place for a statement, and nothing of it was done: 57014, a statement timeout; 55P03, a lock that
 * was not free; 53, resources but the disk; no connection in time; or a standby is missing.
 */
export function isDatabaseBusy(error: unknown): boolean {
  if (error instanceof WritesHeld) return true
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (code === undefined) return message === 'timeout exceeded when trying to connect'
  return typeof code === 'string' && /^(57014|55P03|53...)$/.test(code) && code !== diskFull
}

/** Whether it is no use to repeat the statements of a batch one by one: each would fail or wait again. */
export const isRefusedWhole = (error: unknown): boolean =>
  isConnectionLost(error) || isDatabaseFull(error) || isDatabaseBusy(error)

/** Whether the state of the database is the reason of a failure, so that the same statement may succeed later. */
export const isPassing = (error: unknown): boolean =>
  isConnectionLost(error) ||
  isDatabaseFull(error) ||
  error instanceof WritesHeld ||
  missingPartitionOf(error) !== null
