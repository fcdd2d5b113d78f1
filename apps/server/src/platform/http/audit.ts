import { codes, type Endpoint } from '@kabao/contract'
import type { FastifyRequest } from 'fastify'
import { writeAudit } from '../audit/write.ts'
import type { CommonKey, Problem } from '../base/problem.ts'
import type { Caller } from '../callers/caller.ts'
import type { Db } from '../db/client.ts'
import { addressOf } from './address.ts'

/** What a write did, for the audit log. Personal data is given masked, and secrets are not given at all. */
export interface AuditEntry {
  target: { kind: string; id: string }
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

interface Audited {
  endpoint: Endpoint
  caller: Caller
  request: FastifyRequest
}

/** Writes the audit log entries of one write, in its transaction: they are committed together or not at all. */
export async function insertAudit(db: Db, audited: Audited & { entries: AuditEntry[] }): Promise<void> {
  const { entries } = audited
  const group = entries.length > 1 ? String(audited.request.id) : undefined
  const lines = entries.map((entry) => ({ ...commonOf(audited), ...entry, group }))
  await writeAudit(db, lines.length > 0 ? lines : [{ ...commonOf(audited), target: namedTarget(audited) }])
}

/** The name under which the audit log keeps look-ups by a whole value in an area's requests. */
export const lookUpPoint = (area: string) => `${area}:lookUp`

/** Writes the audit log entry of a look-up; like a reveal's, it belongs to the person who was found. */
export async function insertLookUp(
  db: Db,
  {
    target,
    after,
    ...audited
  }: Audited & { target: AuditEntry['target'] | null; after: Record<string, unknown> },
): Promise<void> {
  await writeAudit(db, [{ ...commonOf(audited), point: lookUpPoint(audited.endpoint.area), target, after }])
}

/**
 * Whether a refusal is written to the audit log: a request without permission, too many requests, and a valid write that was
 * refused. Invalid forms, outdated versions and required earlier steps (a password change) are normal and not written.
 */
export function isRefusalKept(endpoint: Endpoint, { code, words }: Problem): boolean {
  if (words === 'forbidden' || limits.has(words)) return true
  if (endpoint.kind === 'read' || endpoint.audited === false) return false
  if (code === codes.invalid || code === codes.sessionExpired || code === codes.unexpected) return false
  return (
    words !== 'stale' &&
    words !== 'alreadyReviewed' &&
    words !== 'mustChangePassword' &&
    words !== 'mustSetUpSecondFactor'
  )
}

/** Refusals of reveals and look-ups, which are always written. */
const limits: ReadonlySet<CommonKey> = new Set(['tooManyReveals', 'tooManyMisses', 'tooManyGuesses'])

/**
 * Writes the audit log entry of a refused request, outside its transaction, which was rolled back.
 * @param db on connections of their own
 * @param isLast whether further refusals of this caller are left out for a while
 */
export async function insertRefusal(
  db: Db,
  { problem, isLast, ...audited }: Audited & { problem: Problem; isLast: boolean },
): Promise<void> {
  await writeAudit(db, [
    {
      ...commonOf(audited),
      target: namedTarget(audited),
      ...(isLast && { after: { furtherRefusals: 'not written for a while' } }),
      refused: problem.code,
    },
  ])
}

const commonOf = ({ endpoint, caller, request }: Audited) => ({
  by: { adminId: caller.adminId, username: caller.username, tokenName: caller.token?.name },
  ip: addressOf(request),
  point: endpoint.point ?? endpoint.name,
  requestId: String(request.id),
})

/** The target that the path names, if it names one. */
function namedTarget({ endpoint, request }: Audited) {
  const { id } = (request.params ?? {}) as { id?: unknown }
  return typeof id === 'string' && /^\d{1,18}$/.test(id) ? { kind: endpoint.area, id } : null
}
