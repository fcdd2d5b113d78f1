import { type ProviderProblem, templateSecretPrefix } from '@kabao/contract/payment-provider'
import {
  type PaymentReply,
  type PaymentTemplate,
  paymentOutcomes,
  paymentStages,
  paymentTemplate,
} from '@kabao/contract/payment-template'
import type { TemplateProblem } from '@kabao/contract/template'
import { analyse } from '../../../templates/analyse.ts'
import { duplicates, problem as found, ofParts, ofSecret, textsOf } from '../../../templates/check.ts'
import { isKeyed } from '../../../templates/digest.ts'
import { TemplateFailure } from '../../../templates/failure.ts'
import { realRandom } from '../../../templates/filters.ts'
import { pathOf } from '../../../templates/paths.ts'
import { buildStage, namesOf, type RequestSpec } from '../../../templates/request.ts'
import { checkSecrets, standInSecrets } from '../../../templates/secrets.ts'
import { problem } from '../../problem.ts'
import type { ProviderAccount } from '../../provider.ts'
import { examplePayment, paymentFieldNames, paymentScope } from './scope.ts'

/** A template as it is stored: JSON; or where its form is wrong. */
export function readTemplate(text = ''): { template: PaymentTemplate } | { wrongAt: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { wrongAt: 'JSON' }
  }
  const read = paymentTemplate.safeParse(value)
  return read.success
    ? { template: read.data }
    : { wrongAt: read.error.issues[0]?.path.map(String).join('.') || 'JSON' }
}

/** The values of the secrets that a template names. */
export const secretsIn = (secrets: ProviderAccount['secrets']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(secrets)
      .filter(([name]) => name.startsWith(templateSecretPrefix))
      .map(([name, value]) => [name.slice(templateSecretPrefix.length), value]),
  )

/** What is wrong with a payment template and its secrets. */
export function checkTemplated({
  settings,
  secrets,
}: Pick<ProviderAccount, 'settings' | 'secrets'>): ProviderProblem[] {
  const read = readTemplate(settings.template)
  if ('wrongAt' in read) return [problem('template', 'template', [read.wrongAt, read.wrongAt])]
  const [first] = problemsOf(read.template)
  if (first) {
    const [zh, en] = first.words
    return [problem('template', 'template', [`${first.path}：${zh}`, `${first.path}: ${en}`])]
  }
  return checkSecrets(read.template, secretsIn(secrets)).map(({ name, code }) =>
    problem(`${templateSecretPrefix}${name}`, code === 'secretMissing' ? 'required' : 'secret'),
  )
}

function problemsOf(template: PaymentTemplate): TemplateProblem[] {
  const problems = [...duplicates('secrets', template.secrets), ...duplicates('maps', template.maps)]
  for (const stage of paymentStages) {
    const spec = template.stages[stage]
    if (!spec) continue
    problems.push(...ofRequest(template, stage, spec))
    if ('reply' in spec) {
      problems.push(...ofReading(template, `stages.${stage}.reply`, spec.reply))
      const allowed: readonly string[] = paymentOutcomes[stage]
      spec.reply.outcomes.forEach(({ outcome }, at) => {
        if (!allowed.includes(outcome))
          problems.push(found(`stages.${stage}.reply.outcomes.${at}`, 'field', outcome))
      })
    } else if (spec.method !== 'POST' || spec.content !== 'form' || spec.seal || spec.envelope)
      problems.push(found(`stages.${stage}.content`, 'bodyForm', 'form'))
  }
  if (template.callback) problems.push(...ofReading(template, 'callback', template.callback))
  return problems
}

function ofRequest(template: PaymentTemplate, stage: string, spec: RequestSpec): TemplateProblem[] {
  const texts = textsOf(spec).flatMap(({ path, text, results }) =>
    analyse(text, namesOf(template, results, paymentFieldNames)).problems.map(
      ({ code, about, line, column }) => found(`stages.${stage}.${path}`, code, about, { line, column }),
    ),
  )
  const problems = [...texts, ...ofParts(template, stage, spec)]
  return problems.length > 0 ? problems : ofTrial(template, stage, spec)
}

/** A trial with the examples finds what only shows when it is rendered. */
function ofTrial(template: PaymentTemplate, stage: string, spec: RequestSpec): TemplateProblem[] {
  try {
    buildStage({
      ...{ template, spec, prefix: `stages.${stage}`, names: paymentFieldNames, random: realRandom },
      fieldsOf: (named) => paymentScope(examplePayment, named),
      secrets: standInSecrets(template),
    })
    return []
  } catch (error) {
    if (error instanceof TemplateFailure) return [found(error.path, error.code, error.about)]
    throw error
  }
}

function ofReading(
  template: PaymentTemplate,
  at: string,
  reading: Pick<PaymentReply, 'format' | 'verify' | 'outcomes' | 'values'>,
): TemplateProblem[] {
  const { verify, outcomes, values, format } = reading
  const paths: [string, string | null | undefined][] = [
    ...outcomes.flatMap(({ when }, rule) =>
      when.map(({ path }, index): [string, string] => [`outcomes.${rule}.when.${index}.path`, path]),
    ),
    ...Object.entries(values).map(([name, value]): [string, string | undefined] => [
      `values.${name}`,
      typeof value === 'string' ? value : value?.path,
    ]),
  ]
  const problems = paths.flatMap(([name, path]) =>
    path && !pathOf(path) ? [found(`${at}.${name}`, 'path')] : [],
  )
  // A body cannot contain a signature over itself, and only forms and JSON have pairs.
  const isInBody = verify.at.in === 'body'
  if ((verify.over === 'body' && isInBody) || (verify.over === 'sortedPairs' && format === 'xml'))
    problems.push(found(`${at}.verify.over`, 'signPairs'))
  const kinds =
    verify.algorithm === 'rsaSha256' ? ['rsaPublic'] : isKeyed(verify.algorithm) ? ['key', 'text'] : []
  if (kinds.length > 0) problems.push(...ofSecret(template, `${at}.verify.secret`, verify.secret, kinds))
  if (verify.afterSecret !== null)
    problems.push(...ofSecret(template, `${at}.verify.afterSecret`, verify.afterSecret, ['key', 'text']))
  // A digest without any secret can be computed by everybody.
  if (kinds.length === 0 && verify.afterSecret === null)
    problems.push(found(`${at}.verify.secret`, 'signKey'))
  return problems
}
