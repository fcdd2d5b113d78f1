import type { NewResolution } from '@kabao/contract/payment/resolution'
import { resolutionWords } from '@kabao/contract/payment/resolution.words'
import { sql } from 'kysely'
import { filled, tellReviewers } from '#ledger'
import { notFound } from '#platform/base/problem'
import { yuan } from '#platform/base/yuan'
import type { FileRule } from '#platform/callers/file-rule'
import { ownerOf } from '#platform/callers/scope'
import type { Db } from '#platform/db/client'
import { claimFiles } from '#platform/files/files'
import { storedClock } from '#platform/settings/business-clock'
import { channelOfOwner } from '#users'
import { prepareResolution, ResolutionRefusal } from '../../resolutions.ts'
import { find } from './queries.ts'
import { problemOf } from './refusal.ts'

/** The owner of the channel of a row, which a review by persons with a data scope of their own needs. */
const ownerOfChannel = async (db: Db, channelId: string | null): Promise<string | null> => {
  const { rows } = await sql<{ ownerId: string | null }>`
    select owner_id as "ownerId" from channel where id = ${channelId}`.execute(db.withoutPlugins())
  return rows[0]?.ownerId ?? null
}

/**
 * Files what becomes of a payment or a refund, and tells the reviewers, in the caller's transaction.
 * @returns its id
 * @throws Problem if it cannot be decided on, or is none of the owner's
 */
export async function fileResolution(
  db: Db,
  given: NewResolution,
  { adminId, name, owner }: { adminId: string; name: string; owner: string | null },
): Promise<string> {
  const { kind, suspenseId, refundId, targetOrderId, voucherFileId } = given
  for (const [table, id] of [
    ['payment_suspense', suspenseId],
    ['payment_order', targetOrderId],
  ] as const)
    if (id !== null && owner !== null && !(await isSeen(db, table, id, owner))) throw notFound()
  if (refundId !== null && owner !== null && !(await isRefundSeen(db, refundId, owner))) throw notFound()
  const { amountFen, orderId, channelId } = await prepareResolution(
    db,
    { kind, suspenseId, refundId, targetOrderId },
    { clock: await storedClock(db) },
  ).catch((error: unknown) => {
    throw error instanceof ResolutionRefusal ? problemOf(error) : error
  })
  const { id } = await db
    .insertInto('paymentResolution')
    .values({
      ...given,
      amountFen: String(amountFen),
      orderId,
      channelId,
      createdBy: adminId,
      updatedBy: adminId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (voucherFileId !== null)
    await claimFiles(db, {
      owner: { kind: 'resolution', id },
      use: 'resolutionVoucher',
      ids: [voucherFileId],
      adminId,
      field: 'voucherFileId',
    })
  const { title, text } = resolutionWords.tree.waiting
  await tellReviewers(db, {
    point: 'resolution:review',
    filedBy: adminId,
    title,
    ownerId: await ownerOfChannel(db, channelId),
    content: filled(text, {
      filer: name,
      kind: resolutionWords.tree.kind[kind],
      amount: yuan(amountFen),
    }),
    link: { name: 'PayConfigSuspenseList', query: { tab: 'resolutions', open: id } },
  })
  return id
}

/** Whoever may see the resolutions may also see their vouchers. */
export const seesVoucher: FileRule = async (db, { ownerId }, caller) =>
  (await find(db, ownerId, { owner: ownerOf(caller), adminId: caller.adminId })) !== undefined

async function isSeen(db: Db, table: string, id: string, owner: string): Promise<boolean> {
  const where = sql.join([sql`t.id = ${id}`, ...channelOfOwner(sql`t.channel_id`, owner)], sql` and `)
  const { rows } = await sql`select from ${sql.table(table)} t where ${where}`.execute(db)
  return rows.length > 0
}

async function isRefundSeen(db: Db, id: string, owner: string): Promise<boolean> {
  const where = sql.join([sql`r.id = ${id}`, ...channelOfOwner(sql`t.channel_id`, owner)], sql` and `)
  const { rows } =
    await sql`select from payment_refund r join payment_order t on t.id = r.order_id where ${where}`.execute(
      db,
    )
  return rows.length > 0
}
