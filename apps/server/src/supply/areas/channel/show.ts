import type { ChannelRow } from '../../../../../../packages/contract/src/channel.ts'
import { maskName, maskPhone } from '../../../../../../packages/contract/src/personal.ts'
import { maskText } from '../../../../../../packages/contract/src/personal-text.ts'

/** A channel as lists show it, the personal data of its contact masked. */
export const showRow = (row: ChannelRow): ChannelRow => ({
  ...row,
  contactName: row.contactName && maskName(row.contactName),
  contactPhone: row.contactPhone && maskPhone(row.contactPhone),
  remark: maskText(row.remark),
})
