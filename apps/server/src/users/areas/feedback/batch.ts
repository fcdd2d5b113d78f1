import { machineBatches } from '../../machines/batches.ts'
import { entity } from './machine.ts'

/** The acts that can be done on all feedback that matches a filter. */
export const feedbackBatches = machineBatches(entity)
