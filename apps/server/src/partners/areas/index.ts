/* The areas of this module, one line for each. */
export { default as checkKey } from './check-key/index.ts'
