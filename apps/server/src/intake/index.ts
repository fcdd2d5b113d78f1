/* What other modules may use of this one. */
export { registerOpen } from './intake.ts'
