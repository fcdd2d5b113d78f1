import { codes } from '@kabao/contract'
import type { NewRecharge, RechargeWay } from '@kabao/contract/ledger/recharge'
import { rechargeWords } from '@kabao/contract/ledger/recharge.words'
import { invalid, Problem } from '#platform/base/problem'
import { yuan } from '#platform/base/yuan'
import type { Db } from '#platform/db/client'
import { filled, tellReviewers } from '../../review/tell.ts'
import { findBalance } from './balance.ts'
import { claimVoucher } from './voucher.ts'

/**
 * Files a recharge and tells its reviewers, in the caller's transaction.
 * @returns its id
 * @throws Problem at the field; a refund must not be above what is available now, and again when it is approved
 */
export async function fileRecharge(
  db: Db,
  given: NewRecharge,
  { adminId, name }: { adminId: string; name: string },
): Promise<string> {
  const { orgId, way, amountFen, voucherFileId } = given
  const balance = await findBalance(db, orgId)
  if (!balance) throw invalid({ orgId: 'noSuchAccount' })
  if (-amountFen > balance.availableFen)
    throw new Problem(codes.invalid, 'invalid', {
      fields: { amountFen: 'aboveAvailable' },
      values: { available: yuan(balance.availableFen) },
    })
  const { id } = await db
    .insertInto('recharge')
    .values({ ...given, amountFen: String(amountFen), createdBy: adminId, updatedBy: adminId })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (voucherFileId !== null) await claimVoucher(db, id, voucherFileId, adminId)
  const { title, text } = rechargeWords.tree.waiting
  await tellReviewers(db, {
    point: 'recharge:review',
    filedBy: adminId,
    title,
    content: filled(text, { filer: name, org: balance.orgName, ...amountWords(way, amountFen) }),
    link: { name: 'FinanceRecharge', query: { open: id } },
  })
  return id
}

/** The way and the amount of a recharge, for a text. */
export const amountWords = (way: RechargeWay, amountFen: number) => ({
  way: rechargeWords.tree.way[way],
  amount: yuan(Math.abs(amountFen)),
})
