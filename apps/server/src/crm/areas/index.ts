/* The areas of this module, one line for each. */
export { default as clue } from './clue/index.ts'
export { default as cluePool } from './clue-pool/index.ts'
export { default as crmCenter } from './crm-center/index.ts'
export { default as salesTeam } from './sales-team/index.ts'
export { default as salesman } from './salesman/index.ts'
