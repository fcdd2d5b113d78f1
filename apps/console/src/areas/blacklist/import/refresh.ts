import { blacklistImport } from '@kabao/contract/blacklist-import'
import { queries } from '#kit'

/** Reads the imports and the list again: something was added, or somebody else, or the clock, was faster. */
export const refresh = () => void queries.invalidateQueries({ queryKey: [blacklistImport.imports.area] })
