import { feedbackBatches } from './areas/feedback/batch.ts'
import { deleteUsers } from './areas/user/batch.ts'
import type { AnyBatchAct } from './batches/act.ts'

/** Every act that can be done with all that match a filter; one line for each area. */
export const batchActs: readonly AnyBatchAct[] = [deleteUsers, ...Object.values(feedbackBatches)]
