/* The areas of this module, one line for each. */
export { default as adjustment } from './adjustment/index.ts'
export { default as changeRequest } from './change-request/index.ts'
export { default as ledger } from './ledger/index.ts'
export { default as recharge } from './recharge/index.ts'
export { default as settlement } from './settlement/index.ts'
export { default as statement } from './statement/index.ts'
