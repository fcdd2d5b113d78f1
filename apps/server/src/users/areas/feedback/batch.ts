import { machineBatches } from '#platform/machines/batches'
import { entity } from './machine.ts'

/** The acts that can be done on all feedback that matches a filter. */
export const feedbackBatches = machineBatches(entity)
