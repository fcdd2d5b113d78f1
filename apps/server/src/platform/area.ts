import type { AnyBatchAct } from './batches/act.ts'
import type { FileRules } from './callers/file-rule.ts'
import type { AnyListExport } from './exports/list-export.ts'
import type { AnyGuardedChange } from './guarded-change.ts'
import type { Served } from './http/serve.ts'
import type { AnyListImport } from './imports/list-import.ts'
import type { AnyJob } from './jobs/job.ts'
import type { AnyEntity } from './machines/entity.ts'
import type { Services } from './services.ts'

/** What all areas register together, for the few areas whose endpoints are about it. */
export interface Collected {
  /** Every job of the service. */
  jobs: readonly AnyJob[]
  /** Who may see the files of each use. */
  fileRules: FileRules
  /** Every change that a second person approves. */
  guardedChanges: readonly AnyGuardedChange[]
}

/** One area of the service: everything that the rest of the server takes from its folder. */
export interface Area {
  /** Its term in `docs/glossary.md`, unique. */
  name: string
  /** Registers its endpoints; called once for each instance of the app. */
  routes(services: Services, collected: Collected): readonly Served[]
  /** Its tables that the module does not name. */
  tables?: readonly string[]
  /** Its lists that can be exported. */
  exports?: readonly AnyListExport[]
  /** Its lists that take rows from a file. */
  imports?: readonly AnyListImport[]
  /** Its acts that can be done to all rows that match a filter. */
  batches?: readonly AnyBatchAct[]
  /** Its changes that one person files and another one approves. */
  guardedChanges?: readonly AnyGuardedChange[]
  /** Its state machines with dates, at which a job changes the state of rows. */
  entities?: readonly AnyEntity[]
  /** Its jobs: its work outside requests. */
  jobs?: readonly AnyJob[]
  /** Who may see the files that its records own. */
  files?: Partial<FileRules>
}

/** Declares an area; `index.ts` of its folder exports nothing else, and `areas/index.ts` of its module names it. */
export const defineArea = (area: Area): Area => area
