/* What other modules may use of this one. */
export { type ReachServices, reachKinds } from './kind.ts'
