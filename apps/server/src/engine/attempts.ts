import { maskText } from '@kabao/contract/kernel/personal-text'
import type { TemplateReading, TemplateStage } from '@kabao/contract/partners/template'
import { sql } from 'kysely'
import type { TemplateRequest } from '#partners'
import { maskPayload } from '#platform/base/mask-payload'
import { type Batcher, createBatcher } from '#platform/batcher'
import type { Db } from '#platform/db/client'
import type { OutgoingResult } from '#platform/outgoing/outgoing'
import type { Engine } from './engine.ts'
import type { Step } from './steps.ts'

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
  const { rows } = await sql<{ id: string }>`
    insert into push_attempt (push_id, number, stage, request)
    select ${pushId}, 1 + count(*), ${stage}, ${JSON.stringify(storedRequest(shown))}::jsonb
    from push_attempt where push_id = ${pushId}
    returning id`.execute(write)
  await sql`update push_record set attempts = attempts + 1, updated_at = now() where id = ${pushId}`.execute(
    write,
  )
  return rows[0]?.id as string
}

/** A submit that begins. */
export interface Beginning {
  /** As it is while the organization is called. */
  step: Step
  pushId: string
  /** The request with masked personal data and stand-ins for secrets. */
  shown: TemplateRequest
}

/** The step with a new lease, and the attempt; null if the step belongs to somebody else now. */
export type Begun = { held: Step; attemptId: string } | null

/** Stores that submits begin, those of a moment together, before the calls are made; as `beginAttempt`. */
export const createBeginning = ({ db, leaseMs }: Pick<Engine, 'db' | 'leaseMs'>): Batcher<Beginning, Begun> =>
  createBatcher({ run: (all) => beginSubmits(db, all, leaseMs), waitMs: 1, most: 100 })

async function beginSubmits(db: Db, all: readonly Beginning[], leaseMs: number): Promise<Begun[]> {
  const wanted = all.map(({ step, pushId, shown }) => ({
    user: step.userId,
    claims: step.claims,
    state: step.state,
    push: pushId,
    request: storedRequest(shown),
  }))
  // By an array: a join would be planned by the statistics of a table that is empty at quiet times.
  const userIds = all.map(({ step }) => step.userId)
  const { rows } = await sql<{ pushId: string; claims: number; attemptId: string }>`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as w ("user" bigint, claims integer, state jsonb, push bigint, request jsonb)
    ), held as materialized (
      select d.user_id, w.push, w.state, w.request from due_step d join wanted w on w."user" = d.user_id and w.claims = d.claims
      where d.user_id = any(${userIds}::bigint[]) order by d.user_id for update of d
    ), steps as (
      update due_step d set state = h.state, claims = d.claims + 1, due_at = now() + ${leaseMs}::float8 * interval '1 millisecond'
      from held h where d.user_id = any(${userIds}::bigint[]) and d.user_id = h.user_id returning d.push_id, d.claims
    ), attempts as (
      insert into push_attempt (push_id, number, stage, request)
      select h.push, 1 + (select count(*) from push_attempt a where a.push_id = h.push), 'submit', h.request
      from held h order by h.push returning id, push_id
    ), pushes as (
      update push_record p set attempts = p.attempts + 1, updated_at = now() from attempts a where p.id = a.push_id
    )
    select a.push_id as "pushId", s.claims, a.id as "attemptId" from attempts a join steps s on s.push_id = a.push_id`.execute(
    db.withoutPlugins(),
  )
  const byPush = new Map(rows.map((row) => [row.pushId, row]))
  return all.map(({ step, pushId }) => {
    const row = byPush.get(pushId)
    return row ? { held: { ...step, claims: row.claims }, attemptId: row.attemptId } : null
  })
}

/** What is stored of a request. */
const storedRequest = ({ method, url, plain }: TemplateRequest) =>
  maskPayload({ method, url, body: jsonOr(plain) })

/** Stores how a call ended. Does nothing if that is known already. */
export async function endAttempt(write: Db, attemptId: string, end: AttemptEnd): Promise<void> {
  await sql`update push_attempt set outcome = ${end.outcome}, error = ${end.error}, http_status = ${end.httpStatus},
      reply = ${end.reply === null ? null : JSON.stringify(end.reply)}::jsonb, took_ms = ${Math.round(end.ms)}
    where id = ${attemptId} and (outcome is null or error = 'interrupted')`.execute(write)
}

/** Of which pushes a submit began and has no end: its instance was killed, or is very late. */
export async function interruptedOf(db: Db, pushIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ pushId: string }>`
    select push_id as "pushId" from push_attempt where push_id = any(${pushIds}::bigint[]) and stage = 'submit' and outcome is null`.execute(
    db.withoutPlugins(),
  )
  return new Set(rows.map(({ pushId }) => pushId))
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
