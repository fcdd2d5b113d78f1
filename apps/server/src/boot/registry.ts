import { fileUses } from '@kabao/contract/operations/file'
import access from '#access/module'
import crm from '#crm/module'
import engine from '#engine/module'
import intake from '#intake/module'
import ledger from '#ledger/module'
import operations from '#operations/module'
import partners from '#partners/module'
import payment from '#payment/module'
import type { Area } from '#platform/area'
import type { AnyBatchAct } from '#platform/batches/act'
import { batchJob } from '#platform/batches/job'
import { batchSweep } from '#platform/batches/sweep-job'
import type { FileRule, FileRules, StoredUse } from '#platform/callers/file-rule'
import { ownerOf } from '#platform/callers/scope'
import { deliveryGauge } from '#platform/deliveries/gauge'
import { exportJob } from '#platform/exports/job'
import type { AnyListExport } from '#platform/exports/list-export'
import { exportSweep } from '#platform/exports/sweep-job'
import type { AnyGuardedChange } from '#platform/guarded-change'
import { importCheck } from '#platform/imports/check-job'
import { importCommit } from '#platform/imports/commit-job'
import { seesImportFile } from '#platform/imports/files'
import type { AnyListImport } from '#platform/imports/list-import'
import { importSweep } from '#platform/imports/sweep-job'
import { jobGauge } from '#platform/jobs/gauge'
import type { AnyJob } from '#platform/jobs/job'
import type { SealedColumn } from '#platform/keys/sealed-column'
import { datesJob } from '#platform/machines/dates-job'
import type { GaugeGroup } from '#platform/metrics/database-gauges'
import { defineModule, type Module } from '#platform/module'
import platform from '#platform/own-module'
import { rotationJob } from '#platform/rotation/job'
import reach from '#reach/module'
import reconcile from '#reconcile/module'
import statistics from '#statistics/module'
import supply from '#supply/module'
import users from '#users/module'
import { collect } from './collect.ts'

/* What the modules give to the whole service. */

/** Every module of the service, lowest first. */
export const modules: readonly Module[] = [
  ...[platform, access, users, partners, ledger, supply, crm, engine, payment],
  ...[statistics, reconcile, intake, reach, operations],
]

/** Every area of the service, by its name. */
export const areas: readonly Area[] = collect(
  modules,
  ({ areas }) => areas,
  ({ name }) => name,
)

/** Every list that can be exported. */
export const listExports: readonly AnyListExport[] = collect(
  areas,
  ({ exports }) => exports,
  ({ resource }) => resource,
)

/** Every list that takes rows from a file. */
export const listImports: readonly AnyListImport[] = collect(
  areas,
  ({ imports }) => imports,
  ({ name }) => name,
)

/** Every act that can be done to all rows that match a filter. */
export const batchActs: readonly AnyBatchAct[] = collect(
  areas,
  ({ batches }) => batches,
  ({ name }) => name,
)

/** Every change that one person files and another one approves. */
export const guardedChanges: readonly AnyGuardedChange[] = collect(
  areas,
  ({ guardedChanges }) => guardedChanges,
  ({ kind }) => kind,
)

/** Whose a table is: the name of its module, by the name of the table. */
export const ownerOfTable: ReadonlyMap<string, string> = new Map(
  modules.flatMap(({ name, tables, areas: own = [] }) =>
    [...tables, ...own.flatMap(({ tables = [] }) => tables)].map((table): [string, string] => [table, name]),
  ),
)

/** Every column with sealed values. */
export const sealedColumns: readonly SealedColumn[] = modules.flatMap(({ bytes }) => bytes?.sealed ?? [])
/** Columns with fingerprints of values that are not kept (`ModuleBytes`). */
export const keptFingerprints: readonly string[] = modules.flatMap(
  ({ bytes }) => bytes?.keptFingerprints ?? [],
)
/** Columns with bytes that depend on no data key. */
export const withoutDataKey: readonly string[] = modules.flatMap(({ bytes }) => bytes?.withoutDataKey ?? [])

/** The jobs that do the work of every area that declares some. */
const shared = defineModule({
  name: 'shared',
  tables: [],
  jobs: [
    ...[exportJob(listExports), exportSweep],
    ...[importCheck(listImports), importCommit(listImports), importSweep(listImports)],
    ...[batchJob(batchActs), batchSweep(batchActs)],
    rotationJob(listImports, sealedColumns),
    datesJob(areas.flatMap(({ entities = [] }) => entities)),
  ],
})

/** Every job of the service. */
export const jobs: readonly AnyJob[] = collect(
  [...modules, shared, ...areas],
  ({ jobs }) => jobs,
  ({ name }) => name,
)

/** What the metrics ask the database. */
export const gaugeGroups: readonly GaugeGroup[] = [
  jobGauge(jobs),
  deliveryGauge(modules.flatMap(({ deliveryKinds = [] }) => deliveryKinds)),
  ...modules.flatMap(({ gaugeGroups = [] }) => gaugeGroups),
]

/** For records whose area does not exist yet; the rule names their owner then. Until then no record is the caller's own. */
const unknownOwner: FileRule = async (_db, _file, caller) => ownerOf(caller) === null

const storedUses = [...Object.keys(fileUses), 'export'] as StoredUse[]

/**
 * The areas' rules of who may see the files of each use. A use without a rule is closed to callers with the data scope `own`.
 * @throws Error if two areas have a rule for one use
 */
export function fileRulesOf(from: readonly Area[]): FileRules {
  const closed = storedUses.map((use) => [use, unknownOwner])
  const said = collect(
    from,
    ({ files = {} }) => Object.entries(files),
    ([use]) => use,
  )
  return { ...Object.fromEntries(closed), import: seesImportFile, ...Object.fromEntries(said) } as FileRules
}

export const fileRules: FileRules = fileRulesOf(areas)
