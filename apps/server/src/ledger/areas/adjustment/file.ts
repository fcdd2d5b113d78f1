import { codes } from '@kabao/contract'
import type { AdjustmentKind, AdjustmentLink, NewAdjustment } from '@kabao/contract/ledger/adjustment'
import { adjustmentWords } from '@kabao/contract/ledger/adjustment.words'
import { sql } from 'kysely'
import { invalid, Problem } from '#platform/base/problem'
import { yuan } from '#platform/base/yuan'
import type { Db } from '#platform/db/client'
import { channelOfOwner } from '#users'
import { findTransferById } from '../../book.ts'
import { filled, tellReviewers } from '../../review/tell.ts'
import { findReversal } from './reversal.ts'

interface Filer {
  adminId: string
  name: string
  /** The owner whose channels the filer sees; null: all. */
  owner: string | null
}

/**
 * Files an adjustment or a reversal and tells its reviewers, in the caller's transaction.
 * @returns its id
 * @throws Problem at the field
 */
export async function fileAdjustment(
  db: Db,
  { kind, orgId, channelId, amountFen, linkKind, linkId, reason }: NewAdjustment,
  { adminId, name, owner }: Filer,
): Promise<string> {
  // The transfer says whose balance changes and by how much.
  const change =
    kind === 'reverse' ? await reversalOf(db, linkId) : ({ orgId, channelId, amountFen } as Change)
  const { id } = await db
    .insertInto('adjustment')
    .values({
      kind,
      linkKind,
      linkId,
      reason,
      ...change,
      amountFen: String(change.amountFen),
      createdBy: adminId,
      updatedBy: adminId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const account = await findAccount(db, change, owner)
  if (!account) throw noSuchAccount(kind, change)
  if (!(await isThere(db, linkKind, linkId))) throw invalid({ linkId: 'noSuchLink' })
  if (-change.amountFen > account.availableFen)
    throw new Problem(codes.invalid, 'invalid', {
      fields: { [kind === 'reverse' ? 'linkId' : 'amountFen']: 'aboveAvailable' },
      values: { available: yuan(account.availableFen) },
    })
  const { title, text } = adjustmentWords.tree.waiting
  await tellReviewers(db, {
    point: 'adjustment:review',
    filedBy: adminId,
    ...(change.channelId !== null && { ownerId: account.ownerId }),
    title: filled(title, { kind: adjustmentWords.tree.kind[kind] }),
    content: filled(text, { filer: name, owner: account.name, ...amountWords(kind, change.amountFen) }),
    link: { name: 'FinanceRecharge', query: { tab: 'adjustments', open: id } },
  })
  return id
}

/** Whose balance changes, and by how much. */
type Change = { orgId: string | null; channelId: string | null; amountFen: number }

/** @throws Problem at `linkId` if the transfer cannot be reversed */
async function reversalOf(db: Db, transferId: string): Promise<Change> {
  const found = await findReversal(db, transferId)
  if (typeof found === 'string') throw invalid({ linkId: found })
  return found
}

const noSuchAccount = (kind: AdjustmentKind, { orgId }: Change): Problem => {
  if (kind === 'reverse') return invalid({ linkId: 'noSuchTransfer' })
  return invalid(orgId === null ? { channelId: 'noSuchAccount' } : { orgId: 'noSuchAccount' })
}

/** The account of an organization, or of a channel that the filer sees. */
async function findAccount(
  db: Db,
  { orgId, channelId }: Change,
  owner: string | null,
): Promise<{ name: string; ownerId: string | null; availableFen: number } | undefined> {
  const own = [sql`true`, ...channelOfOwner(sql`t.channel_id`, owner)]
  const { rows } = await sql<{ name: string; ownerId: string | null; availableFen: number }>`
    select coalesce(org.name, channel.name) as name, channel.owner_id,
      (t.balance_fen - t.held_fen)::float8 as available_fen
    from account t left join org on org.id = t.org_id left join channel on channel.id = t.channel_id
    where ${orgId === null ? sql`t.channel_id = ${channelId} and ${sql.join(own, sql` and `)}` : sql`t.org_id = ${orgId}`}`.execute(
    db,
  )
  return rows[0]
}

/** Whether what an adjustment corrects exists. */
async function isThere(db: Db, kind: AdjustmentLink, id: string): Promise<boolean> {
  if (kind === 'transfer') return (await findTransferById(db, id)) !== null
  const table = kind === 'push' ? sql`push_record` : sql`recharge`
  const { rows } = await sql`select from ${table} where id = ${id}`.execute(db)
  return rows.length > 0
}

/** The kind and the amount of an adjustment, for a text. */
export const amountWords = (kind: AdjustmentKind, amountFen: number) => ({
  kind: adjustmentWords.tree.kind[kind],
  amount: yuan(amountFen),
})
