import { machineBatches } from '#platform/machines/batches'
import { entity } from './machine.ts'

/** The acts that can be done on all errors that match a filter. */
export const errorEventBatches = machineBatches(entity)
