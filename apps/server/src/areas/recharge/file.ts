import { codes } from '@kabao/contract'
import type { NewRecharge, RechargeWay } from '@kabao/contract/recharge'
import { rechargeWords } from '@kabao/contract/recharge.words'
import type { Db } from '#db/client'
import { invalid, Problem } from '#http/problem'
import { fileOnce } from '../../review/file-once.ts'
import { filled, tellReviewers } from '../../review/tell.ts'
import { yuan } from '../../yuan.ts'
import { findBalance } from './balance.ts'
import { claimVoucher } from './voucher.ts'

/**
 * Files a recharge and tells its reviewers, in the caller's transaction. The form sent twice is filed once.
 * @throws Problem at the field; a refund must not be above what is available now, and again when it is approved
 */
export async function fileRecharge(
  db: Db,
  { requestKey, ...given }: NewRecharge,
  { adminId, name }: { adminId: string; name: string },
): Promise<{ id: string; isKnown: boolean }> {
  const { orgId, way, amountFen, voucherFileId } = given
  const filed = await fileOnce(db, 'recharge', given, { createdBy: adminId, requestKey })
  if (filed.isKnown) return filed
  const balance = await findBalance(db, orgId)
  if (!balance) throw invalid({ orgId: 'noSuchAccount' })
  if (-amountFen > balance.availableFen)
    throw new Problem(codes.invalid, 'invalid', {
      fields: { amountFen: 'aboveAvailable' },
      values: { available: yuan(balance.availableFen) },
    })
  if (voucherFileId !== null) await claimVoucher(db, filed.id, voucherFileId, adminId)
  const { title, text } = rechargeWords.tree.waiting
  await tellReviewers(db, {
    point: 'recharge:review',
    filedBy: adminId,
    title,
    content: filled(text, { filer: name, org: balance.orgName, ...amountWords(way, amountFen) }),
    link: { name: 'FinanceRecharge', query: { open: filed.id } },
  })
  return filed
}

/** The way and the amount of a recharge, for a text. */
export const amountWords = (way: RechargeWay, amountFen: number) => ({
  way: rechargeWords.tree.way[way],
  amount: yuan(Math.abs(amountFen)),
})
