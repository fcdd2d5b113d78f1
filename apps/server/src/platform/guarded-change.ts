import type { ChangeKind } from '@kabao/contract/ledger/change-request'
import type { Caller } from './callers/caller.ts'
import type { Db } from './db/client.ts'
import type { AuditEntry } from './http/audit.ts'
import type { Services } from './services.ts'

/** A change that waited for a second person and is made now, in the transaction of its approval. */
export interface ApprovedChange<P> {
  db: Db
  services: Services
  /** What it is about. */
  targetId: string
  /** What was filed. */
  payload: P
  /** Who filed it. */
  filedBy: string
  /** Who approves it. */
  caller: Caller
  audit(entry: AuditEntry): void
}

/** How an area makes the changes of one kind that a second person has approved. */
export interface GuardedChange<P> {
  kind: ChangeKind
  /** @throws Problem if it cannot be made any more; then the change still waits */
  make(change: ApprovedChange<P>): Promise<void>
}

/** A change of any kind; it gets what its own area has filed. */
export type AnyGuardedChange = GuardedChange<unknown>
