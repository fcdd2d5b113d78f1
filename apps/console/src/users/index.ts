/* What other modules may use of this one. */
export { useWorthText } from './plan-worth.ts'
export { pushStatusColors } from './push-status-colors.ts'
