import type { OperationFacts } from '@kabao/contract/operations/operation'
import type { DatabaseFacts, ReplicationFacts } from '@kabao/contract/operations/operation-database'
import type { InstanceFacts, InstanceRow } from '@kabao/contract/operations/operation-instance'
import { operationParts } from '@kabao/contract/operations/operation-judgment'
import { expect, test } from 'vitest'
import { judgeAll } from './all.ts'

const now = Date.parse('2026-03-02T00:00:00.000Z')
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString()
const gigabyte = 1_073_741_824
const nothing = Object.fromEntries(operationParts.map((part) => [part, null])) as OperationFacts
const judge = (facts: Partial<OperationFacts>) => judgeAll({ ...nothing, ...facts }, now)
const named = (facts: Partial<OperationFacts>) => judge(facts).map(({ name }) => name)

const facts: InstanceFacts = {
  pools: [{ name: 'calls', busy: 1, idle: 0, waiting: 0, limit: 10 }],
  loop: { p99Ms: 2, maxMs: 9 },
  memory: { rssBytes: 100, heapBytes: 50, heapLimitBytes: 1_000, limitBytes: null },
  listenerMs: 500,
  replica: null,
  migration: '0075-instance',
  risks: [],
}
const instance = (more: Partial<InstanceRow> = {}, measured: Partial<InstanceFacts> = {}): InstanceRow => ({
  id: crypto.randomUUID(),
  host: 'alpha',
  pid: 7,
  version: '1.0.0',
  commit: '',
  node: '24.0.0',
  roles: ['api', 'open', 'jobs'],
  startedAt: hoursAgo(5),
  beatAt: hoursAgo(0),
  beatSeconds: 1,
  isSilent: false,
  isDraining: false,
  isThis: true,
  clockMs: 3,
  facts: { ...facts, ...measured },
  ...more,
})
const database: DatabaseFacts = {
  version: '18.1',
  isPrimary: true,
  startedAt: hoursAgo(90),
  bytes: 1,
  migration: '0075-instance',
  connections: { used: 10, limit: 100 },
  frozenAge: 1_000,
  archive: null,
  tables: [],
}
const replication: ReplicationFacts = { standbys: [], wantsSync: false, slots: [] }
const standby = { name: 'two', status: 'streaming', isSync: true, lagBytes: 0, lagSeconds: null }

test('a part without facts is not judged, and each with facts has at least one judgment', () => {
  expect(judge({})).toEqual([])
  expect(named({ instances: [instance()], database, replication })).toEqual([
    'instancesFine',
    'databaseFine',
    'replicationNone',
  ])
})

test('what somebody must act on comes before what is worth a look', () => {
  const late = instance({ clockMs: -9_000, roles: ['api', 'open'] })
  expect(named({ instances: [late], database })).toEqual(['roleMissing', 'clockOff', 'databaseFine'])
})

test.each<[string, Partial<InstanceFacts>]>([
  ['poolWaits', { pools: [{ name: 'calls', busy: 10, idle: 0, waiting: 3, limit: 10 }] }],
  ['poolStuck', { pools: [{ name: 'calls', busy: 10, idle: 0, waiting: 11, limit: 10 }] }],
  ['loopLate', { loop: { p99Ms: 120, maxMs: 900 } }],
  ['loopStuck', { loop: { p99Ms: 600, maxMs: 900 } }],
  ['memoryHigh', { memory: { ...facts.memory, heapBytes: 900 } }],
  ['memoryFull', { memory: { ...facts.memory, rssBytes: 960, limitBytes: 1_000 } }],
  ['listenerDeaf', { listenerMs: null }],
])('of an instance: %s', (name, measured) => {
  expect(named({ instances: [instance({}, measured)] })).toEqual([name])
})

test('a silent instance does not serve its roles, and several of a host are named by their process', () => {
  const silent = instance({ isSilent: true, beatSeconds: 90, pid: 8 })
  expect(judge({ instances: [instance({ roles: ['api', 'open'] }), silent] })).toEqual([
    { name: 'roleMissing', values: { roles: 'jobs' } },
    { name: 'instanceSilent', values: { names: 'alpha (8)', seconds: 90 } },
  ])
})

test.each<[string, Partial<DatabaseFacts>]>([
  ['notPrimary', { isPrimary: false }],
  ['connectionsHigh', { connections: { used: 71, limit: 100 } }],
  ['connectionsFull', { connections: { used: 91, limit: 100 } }],
  ['frozenOld', { frozenAge: 600_000_000 }],
  ['frozenTooOld', { frozenAge: 1_100_000_000 }],
  ['archiveFails', { archive: { lastAt: hoursAgo(2), failedAt: hoursAgo(1) } }],
])('of the database: %s', (name, changed) => {
  expect(named({ database: { ...database, ...changed } })).toEqual([name])
})

test('pools that add up to more than the database allows are named; those of the replica do not count', () => {
  const pools = [
    { name: 'calls' as const, busy: 0, idle: 0, waiting: 0, limit: 60 },
    { name: 'reads' as const, busy: 0, idle: 0, waiting: 0, limit: 60 },
  ]
  const one = () => instance({}, { pools })
  expect(named({ instances: [one()], database })).toContain('databaseFine')
  expect(judge({ instances: [one(), one()], database })).toContainEqual({
    name: 'poolsExceed',
    values: { count: 122, limit: 100 },
  })
})

test.each<[string, Partial<ReplicationFacts>]>([
  ['replicationFine', { standbys: [standby] }],
  ['replicationHidden', { standbys: [{ ...standby, status: null, isSync: null, lagBytes: null }] }],
  ['standbyLags', { standbys: [{ ...standby, lagSeconds: 40 }] }],
  ['standbyFar', { standbys: [{ ...standby, lagBytes: 2 * gigabyte }] }],
  ['syncMissing', { wantsSync: true, standbys: [{ ...standby, isSync: false }] }],
  ['slotIdle', { slots: [{ name: 'two', isActive: false, keptBytes: 1 }] }],
  ['slotFull', { slots: [{ name: 'two', isActive: false, keptBytes: 9 * gigabyte }] }],
])('of replication: %s', (name, changed) => {
  expect(named({ replication: { ...replication, ...changed } })).toContain(name)
})

test('a replica for reads that is not used is named', () => {
  const instances = [instance({}, { replica: { isUsed: false, lagMs: 9_000 } })]
  expect(named({ instances, replication })).toContain('replicaUnused')
})

test('without a backup somebody must act, but not in a trial', () => {
  const backup = { last: null, good: null }
  expect(named({ backup, instances: [instance()] })[0]).toBe('backupNone')
  expect(named({ backup, instances: [instance({}, { risks: ['embedded'] })] })).toContain('backupNoneYet')
})

test('queues, steps and figures are late, and then stand still', () => {
  const busy = { name: 'export', title: '导出', waiting: 1, active: 0, failed: 0, oldestSeconds: 200 }
  const queues = { waiting: 1, active: 0, failed: 0, oldestSeconds: 200, next: null, busy: [busy] }
  const steps = { due: 5, oldestSeconds: 400 }
  const pipeline = { steps, payments: { due: 1, oldestSeconds: 70 }, waiting: 0, troubles: 0 }
  const statistics = { upTo: hoursAgo(1), lagSeconds: 3_600, ledgerWaiting: 0 }
  expect(named({ queues, pipeline, statistics })).toEqual([
    'stepsStuck',
    'statisticsStuck',
    'queueWaits',
    'paymentsLate',
  ])
})

test('errors of pages and partners are no errors of the service', () => {
  const errors = { since: hoursAgo(1), errors: 2, occurrences: 9, ofServer: 0 }
  expect(named({ errors })).toEqual(['errorsOther'])
  expect(named({ errors: { ...errors, ofServer: 1 } })).toEqual(['errorsOfServer'])
  expect(named({ errors: { ...errors, ofServer: 101 } })).toEqual(['errorsMany'])
})

test('the ledger must be right, and be checked every night', () => {
  const check = { finishedAt: hoursAgo(10), transfers: 7, faults: 0, sumsAgree: true }
  const of = (more: Partial<typeof check> | null) =>
    named({ ledger: { check: more && { ...check, ...more }, isChecking: false } })
  expect(of({})).toEqual(['ledgerFine'])
  expect(of({ sumsAgree: false })).toEqual(['ledgerBroken'])
  expect(of({ finishedAt: hoursAgo(37) })).toEqual(['ledgerOld'])
  expect(of(null)).toEqual(['ledgerUnchecked'])
})
