import type { Caller } from './caller.ts'

/**
 * Whose rows a caller meets: his own alone where every role of his has the data scope `own`, everybody's (null) otherwise.
 * Queries of an area whose rows have an owner take this and add it to every condition (decision 022).
 */
export const ownerOf = ({ dataScope, adminId }: Pick<Caller, 'dataScope' | 'adminId'>): string | null =>
  dataScope === 'own' ? adminId : null
