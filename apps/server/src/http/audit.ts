import type { Endpoint } from '@kabao/contract'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '#access/caller'
import type { Db } from '#db/client'

/** What a write did. Personal data goes in masked, secrets not at all. */
export interface AuditEntry {
  target: { kind: string; id: string }
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

interface Audited {
  endpoint: Endpoint
  caller: Caller
  request: FastifyRequest
  entries: AuditEntry[]
}

/** Writes the audit lines of one write, in its transaction: no act without its line, no line without its act. */
export async function insertAudit(db: Db, { endpoint, caller, request, entries }: Audited): Promise<void> {
  const common = {
    adminId: caller.adminId,
    username: caller.username,
    ip: request.ip,
    point: endpoint.point ?? endpoint.name,
    requestId: String(request.id),
  }
  const lines = entries.map(({ target, before, after }) => ({
    ...common,
    targetKind: target.kind,
    targetId: target.id,
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  }))
  await db
    .insertInto('auditLog')
    .values(lines.length > 0 ? lines : [common])
    .execute()
}
