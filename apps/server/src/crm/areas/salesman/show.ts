import type { SalesmanRow } from '@kabao/contract/crm/salesman'
import { maskPhone } from '@kabao/contract/kernel/personal'
import { maskText } from '@kabao/contract/kernel/personal-text'
import type { StoredSalesman } from './queries.ts'

/** A salesman as lists show him, his phone masked. */
export const showRow = (row: StoredSalesman): SalesmanRow => ({
  ...row,
  phone: row.phone && maskPhone(row.phone),
  remark: maskText(row.remark),
  leaves: row.leaves.map((leave) => ({ ...leave, reason: maskText(leave.reason) })),
})
