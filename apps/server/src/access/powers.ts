import { Problem } from '#http/problem'
import type { Caller } from './caller.ts'

/** What a role, or an account by all its roles together, may do. */
export interface Powers {
  isSuper: boolean
  dataScope: 'all' | 'own'
  nodes: readonly string[]
}

/** Whether a caller may do all that these powers allow: nobody gives, takes or commands what he does not hold himself. */
export const holds = (caller: Caller, { isSuper, dataScope, nodes }: Powers): boolean =>
  caller.isSuper ||
  (!isSuper &&
    (dataScope === 'own' || caller.dataScope === 'all') &&
    nodes.every((node) => caller.points.has(node)))

/** @throws Problem where an account may do more than the caller, who therefore must not act on it */
export function refuseTheMighty(caller: Caller, account: Powers): void {
  if (!holds(caller, account)) throw new Problem('4030', 'tooMighty')
}
