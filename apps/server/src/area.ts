import type { FileRules } from '#access/file-rule'
import type { Served } from '#http/serve'
import type { AnyJob } from '#jobs/job'
import type { AnyBatchAct } from './batches/act.ts'
import type { AnyListExport } from './exports/list-export.ts'
import type { AnyListImport } from './imports/list-import.ts'
import type { Services } from './services.ts'

/** What all areas together gave, for the few whose endpoints are about it. */
export interface Gathered {
  /** Every job of the service. */
  jobs: readonly AnyJob[]
  /** Who sees the files of which use. */
  fileRules: FileRules
}

/** One area of the service: all that the rest of the server takes from its folder. */
export interface Area {
  /** Its word in `docs/glossary.md`, unique. */
  name: string
  /** Answers its endpoints; called once for each instance of the app. */
  routes(services: Services, gathered: Gathered): readonly Served[]
  /** Its lists that can be exported. */
  exports?: readonly AnyListExport[]
  /** Its lists that take rows from a file. */
  imports?: readonly AnyListImport[]
  /** Its acts that can be done with all that match a filter. */
  batches?: readonly AnyBatchAct[]
  /** Its jobs: what it does beside the calls. */
  jobs?: readonly AnyJob[]
  /** Who sees the files that its records claim. */
  files?: Partial<FileRules>
}

/** Declares an area; `index.ts` of its folder exports nothing else, and `areas.ts` names it. */
export const defineArea = (area: Area): Area => area
