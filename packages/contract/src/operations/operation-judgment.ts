import * as z from 'zod'

/** How a figure is judged: nothing to do, look at it when there is time, or somebody must act now. */
export const levels = ['fine', 'look', 'act'] as const
export type Level = (typeof levels)[number]

/** The parts of the page, in their order. */
export const operationParts = [
  'instances',
  'settings',
  'database',
  'replication',
  'backup',
  'partitions',
  'queues',
  'pipeline',
  'breakers',
  'statistics',
  'errors',
  'ledger',
  'reconcile',
] as const
export type OperationPart = (typeof operationParts)[number]

/** Every judgment with its part and level; its sentence is the text of the same name. */
export const judgments = {
  instancesFine: ['instances', 'fine'],
  roleMissing: ['instances', 'act'],
  instanceSilent: ['instances', 'look'],
  versionsDiffer: ['instances', 'look'],
  poolWaits: ['instances', 'look'],
  poolStuck: ['instances', 'act'],
  loopLate: ['instances', 'look'],
  loopStuck: ['instances', 'act'],
  memoryHigh: ['instances', 'look'],
  memoryFull: ['instances', 'act'],
  listenerDeaf: ['instances', 'act'],
  clockOff: ['instances', 'look'],

  settingsFine: ['settings', 'fine'],
  demoPassword: ['settings', 'act'],
  ownerRights: ['settings', 'act'],
  sandbox: ['settings', 'act'],
  embedded: ['settings', 'look'],
  anyHost: ['settings', 'look'],
  noProxy: ['settings', 'look'],
  noMetricsToken: ['settings', 'look'],
  noDrain: ['settings', 'look'],
  wordyLog: ['settings', 'look'],

  databaseFine: ['database', 'fine'],
  notPrimary: ['database', 'act'],
  connectionsHigh: ['database', 'look'],
  connectionsFull: ['database', 'act'],
  poolsExceed: ['database', 'look'],
  frozenOld: ['database', 'look'],
  frozenTooOld: ['database', 'act'],
  archiveFails: ['database', 'act'],

  replicationFine: ['replication', 'fine'],
  replicationNone: ['replication', 'fine'],
  replicationHidden: ['replication', 'look'],
  standbyLags: ['replication', 'look'],
  standbyFar: ['replication', 'act'],
  syncMissing: ['replication', 'act'],
  slotIdle: ['replication', 'look'],
  slotFull: ['replication', 'act'],
  replicaUnused: ['replication', 'look'],

  backupFine: ['backup', 'fine'],
  backupRuns: ['backup', 'fine'],
  backupNone: ['backup', 'act'],
  backupNoneYet: ['backup', 'look'],
  backupOld: ['backup', 'act'],
  backupFailed: ['backup', 'act'],
  backupFilesMissing: ['backup', 'look'],

  partitionsFine: ['partitions', 'fine'],
  partitionsShort: ['partitions', 'act'],
  partitionsKept: ['partitions', 'look'],

  queuesFine: ['queues', 'fine'],
  queueWaits: ['queues', 'look'],
  queueStuck: ['queues', 'act'],
  jobsFailed: ['queues', 'look'],

  pipelineFine: ['pipeline', 'fine'],
  stepsLate: ['pipeline', 'look'],
  stepsStuck: ['pipeline', 'act'],
  paymentsLate: ['pipeline', 'look'],
  paymentsStuck: ['pipeline', 'act'],
  troublesWait: ['pipeline', 'look'],

  breakersFine: ['breakers', 'fine'],
  breakersOpen: ['breakers', 'look'],

  statisticsFine: ['statistics', 'fine'],
  statisticsLate: ['statistics', 'look'],
  statisticsStuck: ['statistics', 'act'],

  errorsFine: ['errors', 'fine'],
  errorsOther: ['errors', 'fine'],
  errorsOfServer: ['errors', 'look'],
  errorsMany: ['errors', 'act'],

  ledgerFine: ['ledger', 'fine'],
  ledgerBroken: ['ledger', 'act'],
  ledgerUnchecked: ['ledger', 'look'],
  ledgerOld: ['ledger', 'look'],

  reconcileFine: ['reconcile', 'fine'],
  differencesOpen: ['reconcile', 'look'],
} as const satisfies Record<string, readonly [OperationPart, Level]>

export type JudgmentName = keyof typeof judgments
const names = Object.keys(judgments) as [JudgmentName, ...JudgmentName[]]

/** A judgment and what its sentence names: texts, and numbers of `count`, `seconds`, `bytes`, `percent`, `ms` and so on. */
export const judgment = z.object({
  name: z.enum(names),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
judgment.register(z.globalRegistry, { id: 'Judgment' })
export type Judgment = z.output<typeof judgment>

/** Why a part has no facts: the user of the service may not read them, the database took too long, or anything else. */
export const partFailures = ['denied', 'slow', 'failed'] as const
export type PartFailure = (typeof partFailures)[number]
