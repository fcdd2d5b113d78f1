import type { TemplateReading, TemplateStage } from '@kabao/contract/partners/template'
import {
  noteUseIn,
  preview,
  readReplyWith,
  renderRequest,
  TemplateFailure,
  type TemplateRequest,
  valuesIn,
} from '#partners'
import type { OutgoingResult } from '#platform/outgoing/outgoing'
import { pauseOf } from '#platform/outgoing/pause'
import { calendarDay } from '#platform/settings/business-clock'
import { type NotedCall, noteCalls, orgLimits } from '#supply'
import { type AttemptEnd, storedReply } from './attempts.ts'
import type { Connection } from './connection.ts'
import type { Engine } from './engine.ts'
import { faultOf } from './partner-errors.ts'
import { asTemplatePerson, type Person } from './person.ts'
import type { Push } from './push.ts'

export interface Prepared {
  sent: TemplateRequest
  /** As it may be stored: masked, with stand-ins for secrets. */
  shown: TemplateRequest
}

/** The request of a stage for a person; or why it cannot be built, and then nothing is sent. */
export function prepare(
  { settings, partnerErrors }: Pick<Engine, 'settings' | 'partnerErrors'>,
  { template, secrets, code }: Connection,
  stage: TemplateStage,
  person: Person,
  push: Push,
): Prepared | { failure: string } {
  // Before the consent an organization is only asked about a person, whoever wants to send more.
  if (push.flow === 'half' && stage !== 'check' && push.agreements === null) return { failure: 'consent' }
  const values = asTemplatePerson(person, calendarDay(settings), {
    requestId: requestIdOf(push.id),
    planId: push.planId,
    orgCode: code,
    externalId: push.externalId,
    agreements: push.agreements ?? [],
  })
  try {
    return {
      sent: renderRequest(template, stage, values, secrets),
      shown: preview(template, stage, values),
    }
  } catch (error) {
    if (error instanceof TemplateFailure) {
      partnerErrors.note({ orgId: push.orgId, stage, fault: 'template', detail: error.code })
      return { failure: 'template' }
    }
    throw error
  }
}

/** What names a push to the organization. It is the same in every attempt, so that the organization can recognise a repeat. */
export const requestIdOf = (pushId: string): string => `p${pushId}`

export interface CallEnd extends AttemptEnd {
  reading: TemplateReading | null
  /** How long the organization asks not to be called, in milliseconds. */
  pauseMs: number
  /** The limits of this instance did not let the call begin; in how many milliseconds they may. */
  waitMs: number | null
}

/** What a call needs. Without `noting`, the call is counted by itself. */
type Calling = Pick<Engine, 'outgoing' | 'db' | 'log' | 'partnerErrors'> & Partial<Pick<Engine, 'noting'>>

const note = async ({ db, noting }: Calling, call: NotedCall) =>
  noting ? noting.add(call) : (await noteCalls(db, [call]))[0]

/** Calls an organization once, and reads the reply. Never throws. @param deadlineMs in addition to that of the template */
export async function callOrg(
  engine: Calling,
  { template, secrets, previous }: Connection,
  stage: TemplateStage,
  { sent }: Prepared,
  { push, deadlineMs }: { push: Push; deadlineMs: number },
): Promise<CallEnd> {
  const begun = performance.now()
  const result = await engine.outgoing.call({
    address: sent.url,
    method: sent.method,
    headers: sent.headers,
    ...(sent.body === null ? {} : { body: sent.body }),
    deadlineMs: Math.min(sent.timeoutMs, deadlineMs),
    key: `partner:${push.orgId}`,
    limits: orgLimits,
  })
  const read =
    result.kind === 'answer'
      ? readReplyWith(template, stage, result, { secrets, previous }, boundsOf(push))
      : null
  const reading = read?.reading ?? null
  await noteUseIn(engine.db, engine.log)(read?.ids ?? [])
  const end = { ...endOf(result, reading), ms: performance.now() - begun, reading }
  const pauseMs = pauseOf(result)
  if (end.waitMs === null) {
    const counted = { orgId: push.orgId, isFailure: isFailure(result), ms: end.ms, pauseMs }
    const noted = await note(engine, counted).catch((error: unknown) => {
      engine.log.warn({ err: error, orgId: push.orgId }, 'a call could not be counted for the breaker')
      return null
    })
    const faults = [
      faultOf(result, reading),
      noted?.isOpened ? { fault: 'breaker' as const, detail: 'failures' } : null,
      noted?.isPaused ? { fault: 'breaker' as const, detail: 'retryAfter' } : null,
    ]
    for (const fault of faults) if (fault) engine.partnerErrors.note({ orgId: push.orgId, stage, ...fault })
  }
  return { ...end, pauseMs, reply: storedReply(result, hiding(valuesIn({ secrets, previous }))) }
}

const boundsOf = ({ priceMinFen, priceMaxFen }: Push) =>
  priceMinFen === null || priceMaxFen === null ? undefined : { minFen: priceMinFen, maxFen: priceMaxFen }

function endOf(
  result: OutgoingResult,
  reading: TemplateReading | null,
): Pick<CallEnd, 'outcome' | 'error' | 'httpStatus' | 'waitMs'> {
  const httpStatus = 'status' in result ? (result.status ?? null) : null
  if (result.kind === 'answer') {
    // By its meaning in HTTP, a request that was answered 429 was not processed.
    const outcome = result.status === 429 ? 'failed' : (reading?.outcome ?? 'unknown')
    return { outcome, error: reading?.notes[0] ?? null, httpStatus, waitMs: null }
  }
  if (result.kind === 'unknown') return { outcome: 'unknown', error: result.why, httpStatus, waitMs: null }
  const isBusy = result.kind === 'notSent' && (result.why === 'busy' || result.why === 'rate')
  const waitMs = isBusy ? (('retryInMs' in result ? result.retryInMs : undefined) ?? 200) : null
  return { outcome: 'failed', error: result.why, httpStatus, waitMs }
}

/** Whether a call says that the organization is out of reach or out of order, whatever it says about the person. */
const isFailure = (result: OutgoingResult) => result.kind !== 'answer' || result.status >= 500

/** A shorter secret is not looked for in a reply, because it would be found in other words. */
const shortestSecret = 4

/** Replaces the values of secrets in a reply that repeats them. */
function hiding(values: readonly string[]): (text: string) => string {
  const long = values
    .filter((value) => value.length >= shortestSecret)
    .toSorted((a, b) => b.length - a.length)
  return (text) => long.reduce((left, value) => left.replaceAll(value, '••••'), text)
}
