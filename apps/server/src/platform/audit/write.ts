import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { auditValues } from './audit-values.ts'

/** The actor: an administrator (the name is looked up if it is left out), the command line, or the service itself. */
type Actor =
  | {
      adminId: string
      username?: string
      /** Of the personal access token, if the administrator acted by one. */
      tokenName?: string | undefined
    }
  | { adminId: null; username?: 'shell' }

/** One entry of the audit log. */
export interface AuditLine {
  by: Actor
  /** The permission point of the act, or the name of an endpoint that requires none. */
  point: string
  target?: { kind: string; id: string } | null
  /** The values before and after. Secrets are removed and personal numbers masked, whatever is given here. */
  before?: Record<string, unknown> | undefined
  after?: Record<string, unknown> | undefined
  /** The address that the request came from. */
  ip?: string
  /** The id of the request; of a job that does a batch, `batchRequest`. */
  requestId?: string
  /** Names the act, if it has several entries. Default: of a batch or an import, its name and id. */
  group?: string | undefined
  /** The code of a refusal; left out if the act was done. */
  refused?: string
}

/** The group of a batch's entries, and what those of its job have instead of the id of a request. */
export const batchRequest = (batchId: string): string => `batch-${batchId}`

/** The group of an entry: of the act that it belongs to, or null if it stands alone, as every refusal does. */
function groupOf({ group, target, refused }: AuditLine): string | null {
  if (refused !== undefined) return null
  if (group !== undefined) return group
  if (target?.kind === 'batch') return batchRequest(target.id)
  return target?.kind.endsWith('Import') ? `${target.kind}-${target.id}` : null
}

/**
 * Writes entries of the audit log, in their order; no other code writes them. In the transaction of the act, an act and its entry
 * are committed together or not at all. The first entry of a group is its head, which the list shows; the database decides this.
 * @param db the transaction of the act; for a refusal, connections of their own
 */
export async function writeAudit(db: Db, lines: readonly AuditLine[]): Promise<void> {
  const rows = lines.map((line) => {
    const { by, point, target, before, after, ip, requestId, refused } = line
    return {
      admin_id: by.adminId,
      username: by.username,
      token_name: by.adminId === null ? undefined : by.tokenName,
      ip,
      point,
      target_kind: target?.kind,
      target_id: target?.id,
      before: before && auditValues(before),
      after: after && auditValues(after),
      request_id: requestId,
      result: refused === undefined ? 'done' : 'refused',
      code: refused ?? '0000',
      act_group: groupOf(line),
    }
  })
  await sql`
    insert into audit_log (admin_id, username, token_name, ip, point, target_kind, target_id, before, after, request_id, result, code, act_group)
    select l.admin_id, coalesce(l.username, (select a.username from admin a where a.id = l.admin_id)), l.token_name,
      l.ip, l.point, l.target_kind, l.target_id, l.before, l.after, l.request_id, l.result, l.code, l.act_group
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (
      admin_id bigint, username text, token_name text, ip text, point text, target_kind text, target_id text,
      before jsonb, after jsonb, request_id text, result text, code text, act_group text
    )) with ordinality l order by l.ordinality`.execute(db)
}
