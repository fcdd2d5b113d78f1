/* The areas of this module, one line for each. */
export { default as reconcile } from './reconcile/index.ts'
