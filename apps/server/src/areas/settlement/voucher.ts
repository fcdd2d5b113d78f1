import type { FileRule } from '#access/file-rule'
import { ownerOf } from '#access/scope'
import type { Db } from '#db/client'
import { claimFiles } from '#db/files'
import { find } from './queries.ts'

/**
 * Sets the voucher of a settlement, or releases it.
 * @param adminId the administrator who uploaded a new voucher
 * @throws Problem at `voucherFileId`
 */
export const claimVoucher = (db: Db, id: string, fileId: string | null, adminId: string): Promise<void> =>
  claimFiles(db, {
    owner: { kind: 'settlement', id },
    use: 'settlementVoucher',
    ids: fileId === null ? [] : [fileId],
    adminId,
    field: 'voucherFileId',
  })

/** Whoever may see a settlement may also see its voucher. */
export const seesVoucher: FileRule = async (db, { ownerId }, caller) =>
  (await find(db, ownerId, { owner: ownerOf(caller), adminId: null })) !== undefined
