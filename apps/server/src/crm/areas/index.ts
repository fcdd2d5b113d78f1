/* The areas of this module, one line for each. */

export { default as crmCenter } from './crm-center/index.ts'
export { default as lead } from './lead/index.ts'
export { default as leadPool } from './lead-pool/index.ts'
export { default as salesTeam } from './sales-team/index.ts'
export { default as salesman } from './salesman/index.ts'
