import { maskName, maskPhone } from '@kabao/contract/kernel/personal'
import { maskText } from '@kabao/contract/kernel/personal-text'
import type { OrgRow } from '@kabao/contract/supply/org'

/** An organization as lists and details show it: with its contact masked, and the numbers of persons in its remark. */
export const masked = <R extends Pick<OrgRow, 'contactName' | 'contactPhone' | 'remark'>>(row: R): R => ({
  ...row,
  contactName: row.contactName && maskName(row.contactName),
  contactPhone: row.contactPhone && maskPhone(row.contactPhone),
  remark: maskText(row.remark),
})
