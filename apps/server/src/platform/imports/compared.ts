import { isIdNumber, maskIdNumber, maskPhone } from '@kabao/contract/kernel/personal'
import type { Vault } from '../keys/vault.ts'

/** What a row of a list is compared with our people by. */
export interface Compared {
  /** As lists show it; guesses at one person share it. */
  mask: string
  value: string
}

/** The mask of every hash of a phone: it does not show whose it is. */
export const hashMask = 'hash'

/** A phone or id number in its normal form; null for anything else, such as the number of a push. */
export function comparedNumber(value: string): Compared | null {
  if (/^1[3-9]\d{9}$/.test(value)) return { mask: maskPhone(value), value }
  return isIdNumber(value) ? { mask: maskIdNumber(value), value } : null
}

/** The first 64 bits of the keyed hash of a value, as PostgreSQL reads a `bigint`. */
export const printOf = (vault: Vault, value: string): string =>
  vault.fingerprint(value, 'list_guess.print').readBigInt64BE(0).toString()
