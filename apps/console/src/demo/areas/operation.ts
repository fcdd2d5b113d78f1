import { inLanguage, type Language } from '@kabao/contract/kernel/language'
import { operation as area } from '@kabao/contract/operations/operation'
import type { Judgment } from '@kabao/contract/operations/operation-judgment'
import { daysAgo } from '../random.ts'
import { special } from '../special.ts'

const megabyte = 1_048_576
const hour = 1 / 24
const second = hour / 3_600

const pools = (busy: number) => [
  { name: 'calls' as const, busy, idle: 4 - busy, waiting: 0, limit: 10 },
  { name: 'side' as const, busy: 0, idle: 1, waiting: 0, limit: 3 },
  { name: 'jobs' as const, busy: 1, idle: 1, waiting: 0, limit: 3 },
  { name: 'heavyJobs' as const, busy: 0, idle: 1, waiting: 0, limit: 4 },
  { name: 'pipeline' as const, busy: 2, idle: 1, waiting: 0, limit: 6 },
  { name: 'queue' as const, busy: 1, idle: 2, waiting: 0, limit: 4 },
]

const instance = (at: number) => ({
  id: `00000000-0000-4000-8000-00000000000${at}`,
  host: `kabao-${at}`,
  pid: 7,
  version: '0.1.0',
  commit: '0a1b2c3d4e5f',
  node: '24.11.1',
  roles: ['api' as const, 'open' as const, 'jobs' as const],
  startedAt: daysAgo(3),
  beatAt: daysAgo(2 * second),
  beatSeconds: 2,
  isSilent: false,
  isDraining: false,
  isThis: at === 1,
  clockMs: -4,
  facts: {
    pools: pools(at),
    loop: { p99Ms: 1.4, maxMs: 18.2 },
    memory: {
      rssBytes: 210 * megabyte,
      heapBytes: 96 * megabyte,
      heapLimitBytes: 2_096 * megabyte,
      limitBytes: 1_024 * megabyte,
    },
    listenerMs: 700,
    replica: null,
    migration: '0075-instance',
    risks: [],
  },
})

const tables = [
  ['push_record', 84, 92_400, 4],
  ['user', 61, 64_000, 0],
  ['push_attempt', 58, 101_300, 4],
  ['visit', 12, 161_000, 98],
] as const

const partitioned = (name: string, unit: 'day' | 'month', keptDays: number | null) => ({
  name,
  unit,
  partitions: unit === 'day' ? 98 : 8,
  aheadSeconds: unit === 'day' ? 640_000 : 5_600_000,
  isShort: false,
  oldestAt: daysAgo(keptDays ?? 200),
  keptDays,
  isOverdue: false,
})

/** A service that runs as it should, but for one partner and one job. */
export const operation = special(area, {
  calls: {
    overview: ({ language }) => ({
      at: daysAgo(0),
      judgments: judgmentsIn(language),
      failures: [],
      instances: [instance(1), instance(2)],
      settings: { hasDemoPassword: false },
      database: {
        version: '18.1',
        isPrimary: true,
        startedAt: daysAgo(40),
        bytes: 262 * megabyte,
        connections: { used: 31, limit: 97 },
        migration: '0075-instance',
        frozenAge: 4_812_000,
        archive: { lastAt: daysAgo(second * 90), failedAt: null },
        tables: tables.map(([name, size, rows, partitions]) => ({
          name,
          bytes: size * megabyte,
          rows,
          partitions,
        })),
      },
      replication: {
        standbys: [{ name: 'kabao-2', status: 'streaming', isSync: true, lagBytes: 0, lagSeconds: 0.2 }],
        wantsSync: true,
        slots: [{ name: 'kabao_2', isActive: true, keptBytes: 16 * megabyte }],
      },
      backup: { last: backup(), good: backup() },
      partitions: [
        partitioned('audit_log', 'month', 1_095),
        partitioned('login_log', 'month', 365),
        partitioned('push_record', 'month', null),
        partitioned('visit', 'day', 90),
      ],
      queues: {
        waiting: 0,
        active: 1,
        failed: 1,
        oldestSeconds: null,
        next: { title: inLanguage(job, language), at: daysAgo(-hour) },
        busy: [
          {
            name: 'partitions',
            title: inLanguage(job, language),
            waiting: 0,
            active: 1,
            failed: 1,
            oldestSeconds: null,
          },
        ],
      },
      pipeline: {
        steps: { due: 3, oldestSeconds: 1 },
        payments: { due: 0, oldestSeconds: null },
        waiting: 2,
        troubles: 0,
      },
      breakers: [
        {
          id: '4',
          name: '安心信用',
          page: 'OrgList',
          status: 'open',
          openedAt: daysAgo(second * 400),
          probeAt: daysAgo(-second * 20),
        },
      ],
      statistics: { upTo: daysAgo(second * 2), lagSeconds: 2, ledgerWaiting: 12 },
      errors: { since: daysAgo(hour * 1.5), errors: 0, occurrences: 0, ofServer: 0 },
      ledger: {
        check: { finishedAt: daysAgo(hour * 10), transfers: 92_400, faults: 0, sumsAgree: true },
        isChecking: false,
      },
      reconcile: { open: 0, oldestAt: null },
    }),
  },
})

const job = ['创建和清理数据分区', 'Make and drop partitions'] as const

const backup = () => ({
  startedAt: daysAgo(hour * 8),
  finishedAt: daysAgo(hour * 7.9),
  status: 'done' as const,
  bytes: 148 * megabyte,
  rows: 1_240_000,
  files: 312,
  missingFiles: 0,
  failure: null,
  place: 's3://backups/kabao',
})

const judgmentsIn = (language: Language): Judgment[] => [
  { name: 'jobsFailed', values: { count: 1, names: inLanguage(job, language) } },
  { name: 'breakersOpen', values: { names: '安心信用' } },
  { name: 'instancesFine', values: { count: 2, version: '0.1.0' } },
  { name: 'settingsFine', values: {} },
  { name: 'databaseFine', values: { used: 31, limit: 97 } },
  { name: 'replicationFine', values: { count: 1 } },
  { name: 'backupFine', values: { seconds: 28_800, bytes: 148 * megabyte } },
  { name: 'partitionsFine', values: { count: 4, seconds: 640_000 } },
  { name: 'pipelineFine', values: { count: 3 } },
  { name: 'statisticsFine', values: { seconds: 2 } },
  { name: 'errorsFine', values: {} },
  { name: 'ledgerFine', values: { seconds: 36_000, count: 92_400 } },
  { name: 'reconcileFine', values: {} },
]
