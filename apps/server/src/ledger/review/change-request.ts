import { codes } from '@kabao/contract'
import type { ChangeFact, ChangeKind } from '@kabao/contract/ledger/change-request'
import { changeRequestWords } from '@kabao/contract/ledger/change-request.words'
import { type RawBuilder, sql } from 'kysely'
import { Problem } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import { sendMessage, superAdmins } from '#platform/db/messages'
import type { AuditEntry } from '#platform/http/audit'
import type { Vault } from '#platform/keys/vault'
import { filled, tellReviewers } from './tell.ts'

/** The place that what is to be done is bound to. */
export const payloadPurpose = (id: string): string => `change_request.payload:${id}`

/** A change that one person alone must not make. */
interface NewChange {
  kind: ChangeKind
  targetId: string
  targetName: string
  /** Of an order: its channel, and who owns it. */
  channel?: { id: string; ownerId: string | null }
  amountFen?: number
  facts: readonly ChangeFact[]
  /** What the area's `GuardedChange` is given once it is approved. */
  payload: unknown
  reason?: string
}

/**
 * Files a change instead of making it, and tells the reviewers and the super administrators, in the caller's transaction.
 * @throws Problem if another change of the same waits
 */
export async function fileChange(
  db: Db,
  vault: Vault,
  { kind, targetId, targetName, channel, amountFen, facts, payload, reason = '' }: NewChange,
  { caller, audit }: { caller: Caller; audit(entry: AuditEntry): void },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into change_request (kind, target_id, target_name, channel_id, amount_fen, facts, reason, created_by, updated_by)
    values (${kind}, ${targetId}, ${targetName}, ${channel?.id ?? null}, ${amountFen ?? null}, ${JSON.stringify(facts)}::jsonb,
      ${reason}, ${caller.adminId}, ${caller.adminId})
    on conflict (kind, target_id) where status = 'pending' do nothing returning id`.execute(
    db.withoutPlugins(),
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Problem(codes.conflict, 'changeWaits')
  // Sealed with the id, so that what was filed in one row cannot be moved to another.
  await sql`update change_request set payload_sealed = ${vault.seal(JSON.stringify(payload), payloadPurpose(id))}
    where id = ${id}`.execute(db)
  const { title, text } = changeRequestWords.tree.waiting
  const values = { kind: changeRequestWords.tree.kind[kind], filer: caller.name, target: targetName }
  const message = {
    title: filled(title, values),
    content: filled(text, values),
    link: { name: 'FinanceChangeList' as const, query: { open: id } },
  }
  await tellReviewers(db, {
    point: 'changeRequest:review',
    filedBy: caller.adminId,
    ...(channel && { ownerId: channel.ownerId }),
    ...message,
  })
  // The other super administrators are reviewers. One who filed it is told too, because it may have been somebody else.
  const self = (await superAdmins(db)).filter((each) => each === caller.adminId)
  await sendMessage(db, { to: self, kind: 'notice', ...message })
  audit({
    target: { kind: 'changeRequest', id },
    after: {
      status: 'pending',
      kind,
      targetId,
      targetName,
      ...(amountFen !== undefined && { amountFen }),
      parts: facts.map(({ name }) => name),
    },
  })
  return id
}

/** SQL: whether a change of this kind waits for a review. @param targetId the column with the id of what it is about */
export const changeWaits = (
  kind: ChangeKind,
  targetId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from change_request r where r.kind = ${sql.lit(kind)} and r.target_id = ${targetId} and r.status = 'pending')`
