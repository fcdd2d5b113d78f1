/* The areas of this module, one line for each. */
export { default as collection } from './collection/index.ts'
export { default as order } from './order/index.ts'
export { default as poolLink } from './pool-link/index.ts'
export { default as resolution } from './resolution/index.ts'
export { default as suspense } from './suspense/index.ts'
