import { maskText } from '@kabao/contract/kernel/personal-text'
import type { ConnectionTemplate, TemplateReading, TemplateStage } from '@kabao/contract/partners/template'
import type { OrgTrial } from '@kabao/contract/supply/org-template'
import {
  examplePerson,
  hidingSecrets,
  type PreviousValues,
  preview,
  readReplyWith,
  renderRequest,
  type SecretValues,
  shownOf,
  TemplateFailure,
  type TemplateRequest,
  valuesIn,
} from '#partners'
import { invalid } from '#platform/base/problem'
import type { Limits, Outgoing, OutgoingResult } from '#platform/outgoing/outgoing'

/** The limits of trial calls for one organization. */
const limits: Limits = { concurrent: 1, calls: 20, seconds: 60 }
/** How much of an answer is shown, in characters. */
const mostShown = 4_000

export interface Trial {
  orgId: string
  template: ConnectionTemplate
  stage: TemplateStage
  secrets: SecretValues
  /** Replaced ones that the answer may still be encrypted with. */
  previous: readonly PreviousValues[]
  /** Another address than that of the template; it is sent stand-ins instead of the secrets. */
  address: string | null
}

/**
 * Calls one stage of a template for a made-up person.
 * @returns also the ids of the previous secrets that the answer was read with
 * @throws Problem at `stage` if no request can be built
 */
export async function tryStage(
  outgoing: Outgoing,
  trial: Trial,
): Promise<{ result: OrgTrial; ids: string[] }> {
  const { orgId, template, stage, address } = trial
  // The answer of another address is not decrypted either: it would tell what the key decrypts.
  const secrets = address === null ? trial.secrets : {}
  const live = { secrets, previous: address === null ? trial.previous : [] }
  const shown = requestAs(() => preview(template, stage, examplePerson))
  const sent =
    address === null ? requestAs(() => renderRequest(template, stage, examplePerson, secrets)) : shown
  const result = await outgoing.call({
    address: address ?? sent.url,
    method: sent.method,
    headers: sent.headers,
    ...(sent.body === null ? {} : { body: sent.body }),
    deadlineMs: sent.timeoutMs,
    key: `trial:${orgId}`,
    limits,
  })
  const read = result.kind === 'answer' ? readReplyWith(template, stage, result, live) : null
  const hide = hidingSecrets(valuesIn(live))
  const told = {
    request: { ...shownOf(shown), url: address ?? shown.url },
    kind: result.kind,
    ...pick(result),
    headers: result.kind === 'answer' ? hiddenIn(result.headers, hide) : null,
    body: result.kind === 'answer' ? hide(maskText(result.body)).slice(0, mostShown) : null,
    reading: read && hiddenIn(read.reading, hide),
  }
  return { result: told, ids: read?.ids ?? [] }
}

function requestAs(build: () => TemplateRequest): TemplateRequest {
  try {
    return build()
  } catch (error) {
    if (error instanceof TemplateFailure) throw invalid({ stage: 'templateFails' })
    throw error
  }
}

const pick = (result: OutgoingResult) => ({
  why: 'why' in result ? result.why : null,
  status: 'status' in result ? (result.status ?? null) : null,
  ms: 'ms' in result ? result.ms : null,
})

function hiddenIn<T extends TemplateReading | Record<string, string>>(
  values: T,
  hide: (text: string) => string,
): T {
  return JSON.parse(JSON.stringify(values), (_, value) =>
    typeof value === 'string' ? hide(maskText(value)) : value,
  )
}
