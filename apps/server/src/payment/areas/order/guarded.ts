import { codes } from '@kabao/contract'
import { sql } from 'kysely'
import { changeWaits, fileChange } from '#ledger'
import { Problem } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import type { GuardedChange } from '#platform/guarded-change'
import type { AuditEntry } from '#platform/http/audit'
import type { Services } from '#platform/services'
import { askRefund } from '../../refunds.ts'
import type { StoredRow } from './queries.ts'

interface Refund {
  amountFen: number
  reason: string
}

interface Filing {
  db: Db
  services: Services
  caller: Caller
  audit(entry: AuditEntry): void
}

/** Files a refund above what one person may pay back. Nothing is reserved: the rest of the order is compared again at its approval. */
export async function fileRefund(
  { db, services, ...by }: Filing,
  { id, channelId, channelNo }: StoredRow,
  { amountFen, reason }: Refund,
): Promise<void> {
  const { rows } = await sql<{ ownerId: string | null }>`
    select owner_id as "ownerId" from channel where id = ${channelId}`.execute(db.withoutPlugins())
  await fileChange(
    db,
    services.vault,
    {
      kind: 'refund',
      targetId: id,
      targetName: channelNo,
      channel: { id: channelId, ownerId: rows[0]?.ownerId ?? null },
      amountFen,
      facts: [],
      payload: { amountFen, reason } satisfies Refund,
      reason,
    },
    by,
  )
}

export async function isRefundWaiting(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select ${changeWaits('refund', sql`${orderId}::bigint`)} as waits`.execute(db)
  return rows[0]?.waits === true
}

/** Refunds that another person has approved. */
export const guardedRefund: GuardedChange<Refund> = {
  kind: 'refund',
  async make({ db, targetId, payload: { amountFen, reason }, filedBy, audit }) {
    const asked = await askRefund(db, { orderId: targetId, amountFen, reason, by: filedBy })
    if ('refusal' in asked) throw new Problem(codes.conflict, 'refundGone')
    audit({ target: { kind: 'order', id: targetId }, after: { refundId: asked.id, amountFen } })
  },
}
