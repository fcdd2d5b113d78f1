/* What other modules may use of this one. */
export { arrive } from './arrive.ts'
export { noteReturned, noteUnaccepted } from './note-candidate.ts'
export { publicPool } from './public-pool.ts'
