import { queries } from '../call/query.ts'
import type { ImportInto } from './into.ts'

/** Fetches the imports and the list again, after rows were added or the state of the import has changed elsewhere. */
export const refresh = ({ use }: ImportInto): void =>
  void queries.invalidateQueries({ queryKey: [use.imports.area] })
