import type { BlacklistKind, BlacklistRow } from '@kabao/contract/blacklist'
import { maskIdNumber, maskPhone } from '@kabao/contract/personal'
import { blacklistKey, blacklistPlace } from '#db/blacklist-match'
import type { Vault } from '../../vault.ts'

/** How a value is stored: an id number as its fingerprint with the number sealed beside it, all else as it is. */
export function stored(
  vault: Vault,
  kind: BlacklistKind,
  value: string,
): { value: string; valueSealed: Buffer | null } {
  return {
    value: blacklistKey(vault, kind, value),
    valueSealed: kind === 'idNumber' ? vault.seal(value, blacklistPlace) : null,
  }
}

/** The whole value of a stored entry. */
export const whole = (vault: Vault, entry: { value: string; valueSealed: Buffer | null }): string =>
  entry.valueSealed ? vault.open(entry.valueSealed, blacklistPlace) : entry.value

export type StoredRow = BlacklistRow & { valueSealed: Buffer | null }

/** An entry as lists show it: phone and id number masked. */
export function masked(vault: Vault, { valueSealed, ...row }: StoredRow): BlacklistRow {
  if (row.kind === 'phone') return { ...row, value: maskPhone(row.value) }
  if (row.kind === 'idNumber')
    return { ...row, value: maskIdNumber(whole(vault, { value: row.value, valueSealed })) }
  return row
}
