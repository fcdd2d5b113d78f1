import type {
  ConnectionTemplate,
  TemplateProblem,
  TemplateReading,
  TemplateStage,
} from '@kabao/contract/partners/template'
import { problemsOf } from './check.ts'
import { type PriceBounds, readWith, type TemplateReply } from './reply.ts'
import { buildRequest, type Moment, type TemplateRequest } from './request.ts'
import { maskedPerson, type TemplatePerson } from './scope.ts'
import { openSecrets, type SecretValues, standInSecrets } from './secrets.ts'

export { examplePerson } from './check.ts'
export { TemplateFailure } from './failure.ts'
export type { PriceBounds, TemplateReply } from './reply.ts'
export type { Moment, TemplateRequest } from './request.ts'
export type { AcceptedAgreement, TemplatePerson } from './scope.ts'
export { checkSecrets, type SecretProblem, type SecretValues } from './secrets.ts'

/**
 * The connection templates of organizations (decision 037): functions that make requests and read replies, and store nothing. Calls are made by
 * `src/platform/outgoing/`. Values of secrets are only in the arguments, never in a result except the request itself, nor in an error.
 */

/**
 * The request of one stage.
 * @param moment the time and the random bytes, fixed only in tests
 * @throws TemplateFailure if it cannot be built; nothing was sent
 */
export const renderRequest = (
  template: ConnectionTemplate,
  stage: TemplateStage,
  person: TemplatePerson,
  secrets: SecretValues,
  moment?: Moment,
): TemplateRequest => buildRequest(template, stage, person, openSecrets(template, secrets), moment)

/**
 * The request as it may be shown and stored: personal fields are masked, and stand-ins made from their names take the places of the
 * secrets. It takes no secrets, so it cannot show one; signatures and encrypted values in it are made with the stand-ins.
 * @throws TemplateFailure if it cannot be built
 */
export const preview = (
  template: ConnectionTemplate,
  stage: TemplateStage,
  person: TemplatePerson,
  moment?: Moment,
): TemplateRequest => buildRequest(template, stage, maskedPerson(person), standInSecrets(template), moment)

/**
 * How a reply is read. Never throws: what cannot be read is `unknown`.
 * @param bounds the limits of the plan for a price of the reply; without them no price is taken
 */
export function readReply(
  template: ConnectionTemplate,
  stage: TemplateStage,
  reply: TemplateReply,
  secrets: SecretValues,
  bounds?: PriceBounds,
): TemplateReading {
  const spec = template.stages[stage]
  if (!spec) return { outcome: 'unknown', notes: ['noRule'] }
  return readWith(spec.reply, stage, reply, openSecrets(template, secrets), bounds)
}

/** What is wrong with a template; an empty list if it may be saved. A problem that is `overridable` needs a super administrator. */
export const checkTemplate = (template: ConnectionTemplate): TemplateProblem[] => problemsOf(template)
