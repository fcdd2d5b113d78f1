import type { Caller } from './caller.ts'

/**
 * The owner whose rows a caller may see: the caller if all roles of the caller have the data scope `own`, else null (all rows).
 * Queries of an area whose rows have an owner take this and add it to every condition (decision 022).
 */
export const ownerOf = ({ dataScope, adminId }: Pick<Caller, 'dataScope' | 'adminId'>): string | null =>
  dataScope === 'own' ? adminId : null
