import type { Caller } from './caller.ts'

/** Whether the caller has all of these permission points and pages. */
export const holds = ({ isSuper, points }: Pick<Caller, 'isSuper' | 'points'>, ...nodes: string[]): boolean =>
  isSuper || nodes.every((node) => points.has(node))
