/* The areas of this module, one line for each. */
export { default as push } from './push/index.ts'
export { default as pushPlan } from './push-plan/index.ts'
export { default as pushReturn } from './push-return/index.ts'
export { default as pushTrouble } from './push-trouble/index.ts'
