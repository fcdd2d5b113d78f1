import * as z from 'zod'
import { instant } from '../kernel/kernel.ts'

const table = z.object({
  name: z.string(),
  /** With its indexes and partitions, as of the last vacuum. */
  bytes: z.number(),
  rows: z.number(),
  partitions: z.int(),
})
table.register(z.globalRegistry, { id: 'LargeTable' })

export const databaseFacts = z.object({
  version: z.string(),
  isPrimary: z.boolean(),
  startedAt: instant,
  bytes: z.number(),
  /** Of the whole server. `limit`: without those that are reserved for its administrators. */
  connections: z.object({ used: z.int(), limit: z.int() }),
  /** The newest migration. */
  migration: z.string(),
  /** How many transactions old the oldest row is that was not frozen. PostgreSQL stops to write at two billion. */
  frozenAge: z.number(),
  /** Null if the log is not archived. */
  archive: z.object({ lastAt: instant.nullable(), failedAt: instant.nullable() }).nullable(),
  tables: z.array(table),
})
databaseFacts.register(z.globalRegistry, { id: 'DatabaseFacts' })

const standby = z.object({
  name: z.string(),
  /** Null, like the rest, if the user of the service may not see it. */
  status: z.string().nullable(),
  isSync: z.boolean().nullable(),
  lagBytes: z.number().nullable(),
  /** Null also if it has everything. */
  lagSeconds: z.number().nullable(),
})
standby.register(z.globalRegistry, { id: 'Standby' })

export const replicationFacts = z.object({
  standbys: z.array(standby),
  /** Whether a commit waits for a standby, as the server is configured. */
  wantsSync: z.boolean(),
  /** `keptBytes`: how much of the log the server keeps for it; null: nothing yet. */
  slots: z.array(z.object({ name: z.string(), isActive: z.boolean(), keptBytes: z.number().nullable() })),
})
replicationFacts.register(z.globalRegistry, { id: 'ReplicationFacts' })

const backup = z.object({
  startedAt: instant,
  finishedAt: instant.nullable(),
  status: z.enum(['running', 'done', 'failed']),
  bytes: z.number().nullable(),
  rows: z.number().nullable(),
  files: z.int().nullable(),
  missingFiles: z.int().nullable(),
  failure: z.string().nullable(),
  /** A file or a place in a bucket; null of a backup before there was a record of it. */
  place: z.string().nullable(),
})
backup.register(z.globalRegistry, { id: 'BackupRun' })

/** The newest backup, and the newest that can be restored. */
export const backupFacts = z.object({ last: backup.nullable(), good: backup.nullable() })
backupFacts.register(z.globalRegistry, { id: 'BackupFacts' })

const partitioned = z.object({
  name: z.string(),
  unit: z.enum(['hour', 'day', 'month']),
  partitions: z.int(),
  /** For how long there are partitions from now on. */
  aheadSeconds: z.number(),
  isShort: z.boolean(),
  /** The beginning of the oldest partition. */
  oldestAt: instant.nullable(),
  /** How many days its rows are kept; null: for good. */
  keptDays: z.int().nullable(),
  /** The oldest partition should have been dropped a day ago. */
  isOverdue: z.boolean(),
})
partitioned.register(z.globalRegistry, { id: 'PartitionedTable' })

export const partitionFacts = z.array(partitioned)

export type DatabaseFacts = z.output<typeof databaseFacts>
export type ReplicationFacts = z.output<typeof replicationFacts>
export type BackupFacts = z.output<typeof backupFacts>
export type PartitionFacts = z.output<typeof partitionFacts>
