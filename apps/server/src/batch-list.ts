import { areas } from './areas.ts'
import type { AnyBatchAct } from './batches/act.ts'
import { gather } from './gather.ts'

/** Every act that can be done with all that match a filter, as the areas name them. */
export const batchActs: readonly AnyBatchAct[] = gather(
  areas,
  ({ batches }) => batches,
  ({ name }) => name,
)
