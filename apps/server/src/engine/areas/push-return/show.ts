import type { PushReturnRow } from '@kabao/contract/engine/push-return'
import { maskName, maskPhone } from '@kabao/contract/kernel/personal'
import { maskText } from '@kabao/contract/kernel/personal-text'
import type { StoredRow } from './queries.ts'

/** A return as lists show it, personal data masked. */
export const showRow = ({ phone, name, note, reason, ...row }: StoredRow): PushReturnRow => ({
  ...row,
  phone: phone && maskPhone(phone),
  name: name && maskName(name),
  reason: maskText(reason),
  note: maskText(note),
})
