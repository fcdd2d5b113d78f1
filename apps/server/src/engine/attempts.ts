import { maskText } from '@kabao/contract/kernel/personal-text'
import type { TemplateReading, TemplateStage } from '@kabao/contract/partners/template'
import { sql } from 'kysely'
import type { TemplateRequest } from '#partners'
import { maskPayload } from '#platform/base/mask-payload'
import { type Batcher, createBatcher } from '#platform/batcher'
import type { Db } from '#platform/db/client'
import type { OutgoingResult } from '#platform/outgoing/outgoing'
import type { Engine } from './engine.ts'
import type { PushKey } from './push.ts'
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

/** Whose attempt it is, and its id. One that was stored before attempts named their person may name nobody yet. */
export interface AttemptKey {
  userId: string
  attemptId: string
}

/**
 * Stores that a call about a push begins, before it is made, so that after a kill it is known that the partner may have received it.
 * @param shown the request with masked personal data and stand-ins for secrets
 */
export async function beginAttempt(
  write: Db,
  { userId, pushId, stage, shown }: PushKey & { stage: TemplateStage; shown: TemplateRequest },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into push_attempt (user_id, push_id, number, stage, request)
    select ${userId}, ${pushId}, 1 + count(*), ${stage}, ${JSON.stringify(storedRequest(shown))}::jsonb
    from push_attempt where push_id = ${pushId} and (user_id = ${userId} or user_id is null)
    returning id`.execute(write)
  await sql`
    update push_record set attempts = attempts + 1, updated_at = now()
    where id = ${pushId} and user_id = ${userId}`.execute(write)
  return rows[0]?.id as string
}

/** Calls about one person that begin at once. */
export interface Beginning {
  /** As it is while the organizations are called. */
  step: Step
  stage: 'check' | 'submit'
  calls: readonly {
    pushId: string
    /** The request with masked personal data and stand-ins for secrets. */
    shown: TemplateRequest
  }[]
  /** Pushes whose calls that have no end are closed as unknown before: an instance was killed. */
  interrupted?: readonly string[]
}

/** The step with a new lease, and the attempts in the order of the calls; null if the step belongs to somebody else now. */
export type Begun = { held: Step; attemptIds: string[] } | null

/** Stores that calls begin, those of a moment together, before they are made; as `beginAttempt`. */
export const createBeginning = ({ db, leaseMs }: Pick<Engine, 'db' | 'leaseMs'>): Batcher<Beginning, Begun> =>
  createBatcher({ run: (all) => beginCalls(db, all, leaseMs), waitMs: 1, most: 100 })

async function beginCalls(db: Db, all: readonly Beginning[], leaseMs: number): Promise<Begun[]> {
  const wanted = all.map(({ step, stage, calls, interrupted = [] }) => ({
    user: step.userId,
    claims: step.claims,
    state: step.state,
    stage,
    calls: calls.map(({ pushId, shown }) => ({ push: pushId, request: storedRequest(shown) })),
    interrupted,
  }))
  // By arrays: a join would be planned by the statistics of a table that is empty at quiet times.
  const userIds = all.map(({ step }) => step.userId)
  const interruptedIds = all.flatMap(({ interrupted = [] }) => interrupted)
  const { rows } = await sql<{ userId: string; claims: number; pushId: string; attemptId: string }>`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as w ("user" bigint, claims integer, state jsonb, stage text, calls jsonb, interrupted bigint[])
    ), held as materialized (
      select d.user_id, w.state, w.stage, w.calls, w.interrupted
      from due_step d join wanted w on w."user" = d.user_id and w.claims = d.claims
      where d.user_id = any(${userIds}::bigint[]) order by d.user_id for update of d
    ), steps as (
      update due_step d set state = h.state, claims = d.claims + 1,
        due_at = lease_end(d.due_at, ${leaseMs}::float8 * interval '1 millisecond')
      from held h where d.user_id = any(${userIds}::bigint[]) and d.user_id = h.user_id returning d.user_id, d.claims
    ), closed as (
      update push_attempt a set outcome = 'unknown', error = 'interrupted' from held h cross join lateral unnest(h.interrupted) i (push)
      where a.push_id = any(${interruptedIds}::bigint[]) and a.push_id = i.push
        and (a.user_id = h.user_id or a.user_id is null) and a.outcome is null
    ), begun as materialized (
      select h.user_id, h.stage, c.push, c.request from held h
        cross join lateral jsonb_to_recordset(h.calls) as c (push bigint, request jsonb)
    ), attempts as (
      insert into push_attempt (user_id, push_id, number, stage, request)
      select b.user_id, b.push, 1 + (select count(*) from push_attempt a
        where a.push_id = b.push and (a.user_id = b.user_id or a.user_id is null)), b.stage, b.request
      from begun b order by b.push returning id, user_id, push_id
    ), pushes as (
      update push_record p set attempts = p.attempts + 1, updated_at = now() from attempts a
      where p.id = a.push_id and p.user_id = a.user_id
    )
    select s.user_id as "userId", s.claims, b.push as "pushId", a.id as "attemptId"
    from steps s left join begun b on b.user_id = s.user_id left join attempts a on a.push_id = b.push`.execute(
    db.withoutPlugins(),
  )
  const claimsOf = new Map(rows.map(({ userId, claims }) => [userId, claims]))
  const attemptOf = new Map(rows.map(({ pushId, attemptId }) => [pushId, attemptId]))
  return all.map(({ step, calls }) => {
    const claims = claimsOf.get(step.userId)
    if (claims === undefined) return null
    return {
      held: { ...step, claims },
      attemptIds: calls.map(({ pushId }) => attemptOf.get(pushId) as string),
    }
  })
}

/** What is stored of a request. */
const storedRequest = ({ method, url, plain }: TemplateRequest) =>
  maskPayload({ method, url, body: jsonOr(plain) })

/** An attempt and its end as the database takes them, in JSON. */
export const endedAttempt = (id: string, { outcome, error, httpStatus, reply, ms }: AttemptEnd) => ({
  id,
  outcome,
  error,
  httpStatus,
  reply,
  ms: Math.round(ms),
})

/** Stores how a call ended. Does nothing if that is known already. */
export async function endAttempt(
  write: Db,
  { userId, attemptId }: AttemptKey,
  end: AttemptEnd,
): Promise<void> {
  await sql`update push_attempt set outcome = ${end.outcome}, error = ${end.error}, http_status = ${end.httpStatus},
      reply = ${end.reply === null ? null : JSON.stringify(end.reply)}::jsonb, took_ms = ${Math.round(end.ms)}
    where id = ${attemptId} and (user_id = ${userId} or user_id is null) and (outcome is null or error = 'interrupted')`.execute(
    write,
  )
}

/** Of which pushes a submit began and has no end: its instance was killed, or is very late. */
export async function interruptedOf(db: Db, keys: readonly PushKey[]): Promise<Set<string>> {
  const { rows } = await sql<{ pushId: string }>`
    select push_id as "pushId" from push_attempt where push_id = any(${keys.map(({ pushId }) => pushId)}::bigint[])
      and (user_id = any(${keys.map(({ userId }) => userId)}::bigint[]) or user_id is null) and stage = 'submit' and outcome is null`.execute(
    db.withoutPlugins(),
  )
  return new Set(rows.map(({ pushId }) => pushId))
}

/**
 * Closes the calls about a push that began and have no end as unknown. Those of a submit are closed in the transaction that makes
 * the push unclear: closed before, they would no longer keep an instance from submitting again.
 */
export async function closeInterrupted(write: Db, { userId, pushId }: PushKey): Promise<void> {
  await sql`update push_attempt set outcome = 'unknown', error = 'interrupted'
    where push_id = ${pushId} and (user_id = ${userId} or user_id is null) and outcome is null`.execute(write)
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
