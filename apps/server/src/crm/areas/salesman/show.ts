import { maskPhone } from '../../../../../../packages/contract/src/personal.ts'
import { maskText } from '../../../../../../packages/contract/src/personal-text.ts'
import type { SalesmanRow } from '../../../../../../packages/contract/src/salesman.ts'
import type { StoredSalesman } from './queries.ts'

/** A salesman as lists show him, his phone masked. */
export const showRow = (row: StoredSalesman): SalesmanRow => ({
  ...row,
  phone: row.phone && maskPhone(row.phone),
  remark: maskText(row.remark),
  leaves: row.leaves.map((leave) => ({ ...leave, reason: maskText(leave.reason) })),
})
