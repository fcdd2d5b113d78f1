import { isConnectionLost } from './lost.ts'
import { missingPartitionOf } from './partitions.ts'

/** PostgreSQL's `disk_full`. */
const diskFull = '53100'

/** Whether the database refused a statement because its disk is full. */
export const isDatabaseFull = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === diskFull

/** Whether the state of the database is the reason of a failure, so that the same statement may succeed later. */
export const isPassing = (error: unknown): boolean =>
  isConnectionLost(error) || isDatabaseFull(error) || missingPartitionOf(error) !== null
