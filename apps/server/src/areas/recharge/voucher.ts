import type { FileRule } from '#access/file-rule'
import type { Db } from '#db/client'
import { claimFiles } from '#db/files'
import { find } from './queries.ts'

/** Gives a new recharge its voucher. @throws Problem at `voucherFileId` */
export const claimVoucher = (db: Db, id: string, fileId: string, adminId: string): Promise<void> =>
  claimFiles(db, {
    owner: { kind: 'recharge', id },
    use: 'voucher',
    ids: [fileId],
    adminId,
    field: 'voucherFileId',
  })

/** Whoever may see the recharges may also see their vouchers. */
export const seesVoucher: FileRule = async (db, { ownerId }, { adminId }) =>
  (await find(db, ownerId, adminId)) !== undefined
