import type { FileRule } from '#platform/callers/file-rule'
import { ownerOf } from '#platform/callers/scope'
import { claimsVoucher } from '../../review/voucher.ts'
import { find } from './queries.ts'

/** Sets the voucher of a settlement, or releases it. */
export const claimVoucher = claimsVoucher('settlement', 'settlementVoucher')

/** Whoever may see a settlement may also see its voucher. */
export const seesVoucher: FileRule = async (db, { ownerId }, caller) =>
  (await find(db, ownerId, { owner: ownerOf(caller), adminId: null })) !== undefined
