import { queries } from '../call/query.ts'
import type { ImportInto } from './into.ts'

/** Reads the imports and the list again: something was added, or somebody else, or the clock, was faster. */
export const refresh = ({ use }: ImportInto): void =>
  void queries.invalidateQueries({ queryKey: [use.imports.area] })
