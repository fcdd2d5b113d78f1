/* The areas of this module, one line for each. */
export { default as channel } from './channel/index.ts'
export { default as org } from './org/index.ts'
export { default as plan } from './plan/index.ts'
export { default as product } from './product/index.ts'
