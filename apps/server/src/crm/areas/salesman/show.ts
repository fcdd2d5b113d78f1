import { maskPhone } from '@kabao/contract/personal'
import { maskText } from '@kabao/contract/personal-text'
import type { SalesmanRow } from '@kabao/contract/salesman'
import type { StoredSalesman } from './queries.ts'

/** A salesman as lists show him, his phone masked. */
export const showRow = (row: StoredSalesman): SalesmanRow => ({
  ...row,
  phone: row.phone && maskPhone(row.phone),
  remark: maskText(row.remark),
  leaves: row.leaves.map((leave) => ({ ...leave, reason: maskText(leave.reason) })),
})
