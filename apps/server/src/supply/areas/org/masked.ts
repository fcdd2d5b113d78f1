import type { OrgRow } from '../../../../../../packages/contract/src/org.ts'
import { maskName, maskPhone } from '../../../../../../packages/contract/src/personal.ts'
import { maskText } from '../../../../../../packages/contract/src/personal-text.ts'

/** An organisation as lists and details show it: with its contact masked, and the numbers of persons in its remark. */
export const masked = <R extends Pick<OrgRow, 'contactName' | 'contactPhone' | 'remark'>>(row: R): R => ({
  ...row,
  contactName: row.contactName && maskName(row.contactName),
  contactPhone: row.contactPhone && maskPhone(row.contactPhone),
  remark: maskText(row.remark),
})
