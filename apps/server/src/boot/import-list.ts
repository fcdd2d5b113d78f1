import { areas } from './areas.ts'
import { gather } from './gather.ts'
import type { AnyListImport } from './imports/list-import.ts'

/** Every list that takes rows from a file, as the areas name them. */
export const listImports: readonly AnyListImport[] = gather(
  areas,
  ({ imports }) => imports,
  ({ name }) => name,
)
