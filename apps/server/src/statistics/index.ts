/* What other modules may use of this one. */
export { knownDays, visitsFrom } from './days.ts'
export { rebuild } from './rebuild.ts'
export { visitsOf } from './recount.ts'
export { startFold } from './start.ts'
