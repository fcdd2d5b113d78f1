import type { TemplateProblem } from '@kabao/contract/partners/template'
import type { ReachEvent } from '@kabao/contract/reach/event'
import type { PostbackTemplate } from '@kabao/contract/reach/postback-template'
import {
  analyze,
  buildStage,
  duplicates,
  problem as found,
  holds,
  namesOf,
  ofParts,
  openSecrets,
  pathOf,
  read,
  realRandom,
  type SecretValues,
  standInSecrets,
  TemplateFailure,
  type TemplateRequest,
  textAt,
  textsOf,
} from '#partners'
import type { Outcome } from '#platform/deliveries/kind'
import type { OutgoingResult } from '#platform/outgoing/outgoing'
import { type EventValues, eventScope, exampleEvent, maskedEvent, postbackFieldNames } from './scope.ts'

/**
 * The request that tells of an event.
 * @param secrets null: stand-ins, and what came with the click is masked
 * @throws TemplateFailure if it cannot be built
 */
export function requestOf(
  template: PostbackTemplate,
  values: EventValues,
  secrets: SecretValues | null,
  now: string,
): TemplateRequest {
  const shown = secrets === null ? maskedEvent(values) : values
  return buildStage({
    template,
    spec: template.request,
    prefix: 'request',
    names: postbackFieldNames,
    random: realRandom,
    fieldsOf: (named) => eventScope(shown, now, named),
    secrets: secrets === null ? standInSecrets(template) : openSecrets(template, secrets),
  })
}

/** Joins the bodies of several events: the lists become one, the rest is that of the first. */
export function joined(requests: readonly TemplateRequest[], list: string): string {
  const bodies = requests.map(({ body }) => JSON.parse(body ?? '{}') as Record<string, unknown>)
  return JSON.stringify({ ...bodies[0], [list]: bodies.flatMap((body) => body[list]) })
}

export interface Answer {
  outcome: Outcome
  reason: string | null
}

/** How an answer is read, for the event at a place of the list. Never throws: what cannot be read failed. */
export function readAnswer(
  { reply, batch }: PostbackTemplate,
  result: OutgoingResult,
  place: number,
): Answer {
  const failed: Answer = { outcome: 'failed', reason: null }
  if (result.kind === 'refused') return { outcome: 'refused', reason: null }
  if (result.kind !== 'answer') return failed
  if (reply.refusedStatuses.includes(result.status)) return { outcome: 'refused', reason: null }
  if (!reply.statuses.includes(result.status) || result.tooLarge || result.unreadable) return failed
  const value = read(result.body, reply.format)?.value ?? null
  const rule = reply.outcomes.find(({ when }) =>
    when.every(({ path, is }) => value !== null && holds(value, path, is)),
  )
  const reason = value === null ? null : textAt(value, reply.reason)
  const outcome = rule?.outcome ?? 'failed'
  if (outcome !== 'ok' || !batch?.failures || value === null) return { outcome, reason }
  const { items, position, reason: why } = batch.failures
  const own = (pathOf(items)?.find(value) ?? []).find(
    (item) => /\d+/.exec(textAt(item, position) ?? '')?.[0] === String(place),
  )
  return own === undefined ? { outcome, reason } : { outcome: 'refused', reason: textAt(own, why) }
}

/** Everything that is wrong with a template that fits its schema. */
export function problemsOf(template: PostbackTemplate): TemplateProblem[] {
  const { request, batch, reply } = template
  const problems = [
    ...duplicates('secrets', template.secrets),
    ...duplicates('maps', template.maps),
    ...textsOf(request).flatMap(({ path, text, results }) =>
      analyze(text, namesOf(template, results, postbackFieldNames)).problems.map(
        ({ code, about, line, column }) => found(`request.${path}`, code, about, { line, column }),
      ),
    ),
    ...ofParts(template, 'request', request).map((each) => ({
      ...each,
      path: each.path.replace(/^stages\./, ''),
    })),
    ...reply.outcomes.flatMap(({ when }, rule) =>
      when.flatMap(({ path }, index) =>
        pathOf(path) ? [] : [found(`reply.outcomes.${rule}.when.${index}.path`, 'path')],
      ),
    ),
    ...(reply.reason === null || pathOf(reply.reason) ? [] : [found('reply.reason', 'path')]),
  ]
  if (batch) {
    if (
      request.content !== 'json' ||
      request.sign ||
      request.seal ||
      request.envelope ||
      request.method === 'GET'
    )
      problems.push(found('request.content', 'bodyForm', 'json'))
    for (const [name, path] of Object.entries(batch.failures ?? {}))
      if (path !== null && !pathOf(path)) problems.push(found(`batch.failures.${name}`, 'path'))
  }
  return problems.length > 0 ? problems : ofTrial(template)
}

/** A trial with the examples finds what only shows when it is rendered. */
function ofTrial(template: PostbackTemplate): TemplateProblem[] {
  try {
    const { body } = exampleRequest(template, 'accepted')
    if (
      template.batch &&
      !Array.isArray((JSON.parse(body ?? '{}') as Record<string, unknown>)[template.batch.list])
    )
      return [found('batch.list', 'field', template.batch.list)]
    return []
  } catch (error) {
    if (error instanceof TemplateFailure) return [found(error.path, error.code, error.about)]
    throw error
  }
}

/** The request about a made-up event, with stand-ins for the secrets. @throws TemplateFailure if it cannot be built */
export const exampleRequest = (template: PostbackTemplate, event: ReachEvent): TemplateRequest =>
  requestOf(template, exampleEvent(event), null, exampleEvent(event).at)
