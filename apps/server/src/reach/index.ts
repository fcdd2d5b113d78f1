/* What other modules may use of this one. */
export { reachKinds } from './kind.ts'
export { linksOf } from './notice/link.ts'
