import { maskIdNumber, maskPhone } from '@kabao/contract/kernel/personal'
import { maskText } from '@kabao/contract/kernel/personal-text'
import type { BlacklistKind, BlacklistRow } from '@kabao/contract/users/blacklist'
import type { Vault } from '#platform/keys/vault'
import { blacklistKey, blacklistPurpose } from '../../blacklist-match.ts'

/**
 * The stored form of a value: an id number as its fingerprint and encrypted beside it, any other value unchanged. While a data key is
 * replaced, the fingerprint under the key before is stored too, so that a number is entered once.
 */
export function stored(
  vault: Vault,
  kind: BlacklistKind,
  value: string,
): { value: string; valueBefore: string | null; valueSealed: Buffer | null } {
  const isSealed = kind === 'idNumber'
  return {
    value: blacklistKey(vault, kind, value),
    valueBefore: isSealed ? vault.fingerprintTextBefore(value, blacklistPurpose) : null,
    valueSealed: isSealed ? vault.seal(value, blacklistPurpose) : null,
  }
}

/** The whole value of a stored entry. */
export const whole = (vault: Vault, entry: { value: string; valueSealed: Buffer | null }): string =>
  entry.valueSealed ? vault.open(entry.valueSealed, blacklistPurpose) : entry.value

export type StoredRow = BlacklistRow & { valueSealed: Buffer | null }

/** The value of a stored entry, masked if its kind is personal data. */
export function maskedValue(
  vault: Vault,
  entry: { kind: BlacklistKind; value: string; valueSealed: Buffer | null },
): string {
  if (entry.kind === 'phone') return maskPhone(entry.value)
  return entry.kind === 'idNumber' ? maskIdNumber(whole(vault, entry)) : entry.value
}

/** An entry as lists show it: phone and id numbers are masked, also in its texts. */
export const masked = (vault: Vault, { valueSealed, ...row }: StoredRow): BlacklistRow => ({
  ...row,
  value: maskedValue(vault, { ...row, valueSealed }),
  reason: maskText(row.reason),
  remark: maskText(row.remark),
})
