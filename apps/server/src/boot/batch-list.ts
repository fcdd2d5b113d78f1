import type { AnyBatchAct } from '#platform/batches/act'
import { areas } from './areas.ts'
import { gather } from './gather.ts'

/** Every act that can be done to all rows that match a filter, as the areas register them. */
export const batchActs: readonly AnyBatchAct[] = gather(
  areas,
  ({ batches }) => batches,
  ({ name }) => name,
)
