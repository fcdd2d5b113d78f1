import type { AnyListImport } from '#platform/imports/list-import'
import { areas } from './areas.ts'
import { gather } from './gather.ts'

/** Every list that takes rows from a file, as the areas name them. */
export const listImports: readonly AnyListImport[] = gather(
  areas,
  ({ imports }) => imports,
  ({ name }) => name,
)
