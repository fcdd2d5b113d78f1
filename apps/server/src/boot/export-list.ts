import type { AnyListExport } from '#platform/exports/list-export'
import { areas } from './areas.ts'
import { gather } from './gather.ts'

/** Every list that can be exported, as the areas register them. */
export const listExports: readonly AnyListExport[] = gather(
  areas,
  ({ exports }) => exports,
  ({ resource }) => resource,
)
