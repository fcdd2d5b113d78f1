import { machineBatches } from '../../machines/batches.ts'
import { entity } from './machine.ts'

/** What can be done with all feedback that matches a filter. */
export const feedbackBatches = machineBatches(entity)
