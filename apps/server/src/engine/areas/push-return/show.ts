import { maskName, maskPhone } from '@kabao/contract/personal'
import { maskText } from '@kabao/contract/personal-text'
import type { PushReturnRow } from '@kabao/contract/push-return'
import type { StoredRow } from './queries.ts'

/** A return as lists show it, personal data masked. */
export const showRow = ({ phone, name, note, reason, ...row }: StoredRow): PushReturnRow => ({
  ...row,
  phone: phone && maskPhone(phone),
  name: name && maskName(name),
  reason: maskText(reason),
  note: maskText(note),
})
