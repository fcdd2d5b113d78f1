import type { Db } from '#platform/db/client'
import { type Claim, claimFiles } from '#platform/files/files'

/**
 * How the records of a kind get their voucher, a single file in the field `voucherFileId`.
 * @returns a function that sets the voucher of a record, or releases it with null; it throws a Problem at the field if the file cannot
 *   be used, also if another administrator uploaded it
 */
export const claimsVoucher =
  (kind: Claim['owner']['kind'], use: Claim['use']) =>
  (db: Db, id: string, fileId: string | null, adminId: string): Promise<void> =>
    claimFiles(db, {
      owner: { kind, id },
      use,
      ids: fileId === null ? [] : [fileId],
      adminId,
      field: 'voucherFileId',
    })
