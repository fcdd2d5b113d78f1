import { maskName, maskPhone } from '../../../../../../packages/contract/src/personal.ts'
import { maskText } from '../../../../../../packages/contract/src/personal-text.ts'
import type { PushReturnRow } from '../../../../../../packages/contract/src/push-return.ts'
import type { StoredRow } from './queries.ts'

/** A return as lists show it, personal data masked. */
export const showRow = ({ phone, name, note, reason, ...row }: StoredRow): PushReturnRow => ({
  ...row,
  phone: phone && maskPhone(phone),
  name: name && maskName(name),
  reason: maskText(reason),
  note: maskText(note),
})
