/* The areas of this module, one line for each. */
export { default as blacklist } from './blacklist/index.ts'
export { default as feedback } from './feedback/index.ts'
export { default as user } from './user/index.ts'
