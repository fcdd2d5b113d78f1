import * as z from 'zod'
import { area, instant } from '../kernel/kernel.ts'
import { backupFacts, databaseFacts, partitionFacts, replicationFacts } from './operation-database.ts'
import { instanceRow } from './operation-instance.ts'
import { judgment, operationParts, partFailures } from './operation-judgment.ts'
import {
  breakerFacts,
  errorFacts,
  ledgerFacts,
  pipelineFacts,
  queueFacts,
  reconcileFacts,
  statisticsFacts,
} from './operation-work.ts'

const overview = z.object({
  at: instant,
  judgments: z.array(judgment),
  /** The parts that could not be read; they are null below. */
  failures: z.array(z.object({ part: z.enum(operationParts), why: z.enum(partFailures) })),
  instances: z.array(instanceRow).nullable(),
  /** Whether the well-known password of the demo opens an account. */
  settings: z.object({ hasDemoPassword: z.boolean() }).nullable(),
  database: databaseFacts.nullable(),
  replication: replicationFacts.nullable(),
  backup: backupFacts.nullable(),
  partitions: partitionFacts.nullable(),
  queues: queueFacts.nullable(),
  pipeline: pipelineFacts.nullable(),
  breakers: breakerFacts.nullable(),
  statistics: statisticsFacts.nullable(),
  errors: errorFacts.nullable(),
  ledger: ledgerFacts.nullable(),
  reconcile: reconcileFacts.nullable(),
})
overview.register(z.globalRegistry, { id: 'OperationOverview' })

/** How the service itself runs: its instances, its database, and what waits. */
export const operation = area('operation', {
  overview: {
    method: 'GET',
    path: '/operation',
    kind: 'read',
    point: 'page',
    summary: ['查看系统运行情况', 'View how the system runs'],
    answer: overview,
  },
})

export type Overview = z.output<typeof overview>
/** The parts with facts. */
export type OperationFacts = Pick<Overview, (typeof operationParts)[number]>
