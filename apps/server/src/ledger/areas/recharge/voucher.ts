import type { FileRule } from '#platform/callers/file-rule'
import { claimsVoucher } from '../../review/voucher.ts'
import { find } from './queries.ts'

/** Sets the voucher of a recharge. */
export const claimVoucher = claimsVoucher('recharge', 'voucher')

/** Whoever may see the recharges may also see their vouchers. */
export const seesVoucher: FileRule = async (db, { ownerId }, { adminId }) =>
  (await find(db, ownerId, adminId)) !== undefined
