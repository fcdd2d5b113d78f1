import type { Area } from './area.ts'
import type { AnyJob } from './jobs/job.ts'
import type { SealedColumn } from './keys/sealed-column.ts'
import type { GaugeGroup } from './metrics/database-gauges.ts'

/** What the bytes in the tables of a module depend on. A test finds columns of the schema that no module names. */
export interface ModuleBytes {
  /** Columns with sealed values: from here they are sealed anew when a data key is replaced. */
  sealed?: readonly SealedColumn[]
  /**
   * Columns with fingerprints of values that are not kept, which cannot be made anew, as `table.column`. They are searched under every key
   * that the database has had (`everyFingerprint`).
   */
  keptFingerprints?: readonly string[]
  /** Columns with bytes that depend on no data key, as `table.column`. */
  withoutDataKey?: readonly string[]
}

/** One module of the service: everything that its folder gives to the whole. */
export interface Module {
  /** The name of its folder, unique. */
  name: string
  /** Its tables; every table of the database belongs to one module. An area may name its own. */
  tables: readonly string[]
  areas?: readonly Area[]
  /** Its jobs that belong to no area. */
  jobs?: readonly AnyJob[]
  /** The names of the kinds of deliveries that it sends. */
  deliveryKinds?: readonly string[]
  /** What the metrics ask the database about it. */
  gaugeGroups?: readonly GaugeGroup[]
  bytes?: ModuleBytes
}

/** Declares a module; `module.ts` of its folder exports nothing else, and `boot/registry.ts` names it. */
export const defineModule = (module: Module): Module => module
