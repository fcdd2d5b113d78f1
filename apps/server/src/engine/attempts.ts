import { maskText } from '@kabao/contract/kernel/personal-text'
import type { TemplateReading, TemplateStage } from '@kabao/contract/partners/template'
import { sql } from 'kysely'
import type { TemplateRequest } from '#partners'
import { maskPayload } from '#platform/base/mask-payload'
import type { Db } from '#platform/db/client'
import type { OutgoingResult } from '#platform/outgoing/outgoing'

/** How much of a reply is stored, in characters. */
const mostStored = 4_000

/** How an attempt ended. */
export interface AttemptEnd {
  outcome: TemplateReading['outcome']
  /** Why there was no reply, or why it could not be read. */
  error: string | null
  httpStatus: number | null
  reply: unknown
  ms: number
}

/**
 * Stores that a call about a push begins, before it is made, so that after a kill it is known that the partner may have received it.
 * @param shown the request with masked personal data and stand-ins for secrets
 */
export async function beginAttempt(
  write: Db,
  { pushId, stage, shown }: { pushId: string; stage: TemplateStage; shown: TemplateRequest },
): Promise<string> {
  const { method, url, plain } = shown
  const request = { method, url, body: jsonOr(plain) }
  const { rows } = await sql<{ id: string }>`
    insert into push_attempt (push_id, number, stage, request)
    select ${pushId}, 1 + count(*), ${stage}, ${JSON.stringify(maskPayload(request))}::jsonb
    from push_attempt where push_id = ${pushId}
    returning id`.execute(write)
  await sql`update push_record set attempts = attempts + 1, updated_at = now() where id = ${pushId}`.execute(
    write,
  )
  return rows[0]?.id as string
}

/** Stores how a call ended. Does nothing if that is known already. */
export async function endAttempt(write: Db, attemptId: string, end: AttemptEnd): Promise<void> {
  await sql`update push_attempt set outcome = ${end.outcome}, error = ${end.error}, http_status = ${end.httpStatus},
      reply = ${end.reply === null ? null : JSON.stringify(end.reply)}::jsonb, took_ms = ${Math.round(end.ms)}
    where id = ${attemptId} and (outcome is null or error = 'interrupted')`.execute(write)
}

/** Whether a submit of a push began and has no end: its instance was killed, or is very late. */
export async function isInterrupted(db: Db, pushId: string): Promise<boolean> {
  const { rows } = await sql`
    select from push_attempt where push_id = ${pushId} and stage = 'submit' and outcome is null limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * Closes the calls about a push that began and have no end as unknown. Those of a submit are closed in the transaction that makes
 * the push unclear: closed before, they would no longer keep an instance from submitting again.
 */
export async function closeInterrupted(write: Db, pushId: string): Promise<void> {
  await sql`update push_attempt set outcome = 'unknown', error = 'interrupted'
    where push_id = ${pushId} and outcome is null`.execute(write)
}

/** What is stored of a reply: masked, and never the values of secrets, which only the sender knows. */
export function storedReply(result: OutgoingResult, hide: (text: string) => string): unknown {
  if (result.kind !== 'answer') return null
  return maskPayload(jsonOr(hide(maskText(result.body.slice(0, mostStored)))))
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.slice(0, mostStored)
  }
}
