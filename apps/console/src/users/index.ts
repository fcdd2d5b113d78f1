/* What other modules may use of this one. */
export { useWorthText } from './plan-worth.ts'
export { pushStatusColours } from './push-status-colours.ts'
