import { maskName, maskPhone } from '@kabao/contract/kernel/personal'
import { maskText } from '@kabao/contract/kernel/personal-text'
import type { ChannelRow } from '@kabao/contract/supply/channel'

/** A channel as lists show it, the personal data of its contact masked. */
export const showRow = (row: ChannelRow): ChannelRow => ({
  ...row,
  contactName: row.contactName && maskName(row.contactName),
  contactPhone: row.contactPhone && maskPhone(row.contactPhone),
  remark: maskText(row.remark),
})
