import { fill, type Words } from '@kabao/contract/kernel/language'
import { maxNamedFields, wordIssues } from '@kabao/contract/kernel/problems'
import type { TemplateProblem } from '@kabao/contract/partners/template'
import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import { type ProviderProblem, templateSecretPrefix } from '@kabao/contract/payment/payment-provider'
import {
  type PaymentReply,
  type PaymentTemplate,
  paymentOutcomes,
  paymentStages,
  paymentTemplate,
} from '@kabao/contract/payment/payment-template'
import type * as z from 'zod'
import {
  analyze,
  buildStage,
  checkSecrets,
  duplicates,
  problem as found,
  isKeyed,
  namesOf,
  ofParts,
  ofSecret,
  pathOf,
  type RequestSpec,
  realRandom,
  standInSecrets,
  TemplateFailure,
  type TemplateRequest,
  textsOf,
} from '#partners'
import { problem } from '../../problem.ts'
import type { ProviderAccount } from '../../provider.ts'
import { examplePayment, paymentFieldNames, paymentScope } from './scope.ts'

type Issues = z.core.$ZodIssue[]

/** A template as it is stored: JSON; or what is wrong with its form, without issues if it is no JSON. */
export function readTemplate(text = ''): { template: PaymentTemplate } | { issues: Issues } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { issues: [] }
  }
  const read = paymentTemplate.safeParse(value)
  return read.success ? { template: read.data } : { issues: read.error.issues }
}

/** The values of the secrets that a template names. */
export const secretsIn = (secrets: ProviderAccount['secrets']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(secrets)
      .filter(([name]) => name.startsWith(templateSecretPrefix))
      .map(([name, value]) => [name.slice(templateSecretPrefix.length), value]),
  )

/** What is wrong with a payment template and its secrets. A problem of the template is at its part: `template.stages.create.url`. */
export function checkTemplated({
  settings,
  secrets,
}: Pick<ProviderAccount, 'settings' | 'secrets'>): ProviderProblem[] {
  const read = readTemplate(settings.template)
  if ('issues' in read) return ofForm(read.issues)
  const problems = problemsOf(read.template)
  if (problems.length > 0) return problems.slice(0, maxNamedFields).map(atPart)
  return checkSecrets(read.template, secretsIn(secrets)).map(({ name, code }) =>
    problem(`${templateSecretPrefix}${name}`, code === 'secretMissing' ? 'required' : 'secret'),
  )
}

function ofForm(issues: Issues): ProviderProblem[] {
  const [zh, en] = [wordIssues(issues, 'zh-CN'), wordIssues(issues, 'en-US')]
  const fields = Object.keys(zh).filter((path) => path !== '')
  return fields.length === 0
    ? [problem('template', 'template', ['JSON', 'JSON'])]
    : fields.map((path) => partProblem(path, [zh[path] ?? '', en[path] ?? '']))
}

const partProblem = (path: string, words: Words): ProviderProblem => ({
  field: `template.${path}`,
  code: 'template',
  words,
})

function atPart({ path, line, words: [zh, en] }: TemplateProblem): ProviderProblem {
  const { line: ofLine } = templateEditorWords.tree.hint
  const at = (words: string, text: string) =>
    line === null ? text : fill(words, { line: String(line), text })
  return partProblem(path, [at(ofLine[0], zh), at(ofLine[1], en)])
}

/** Everything that is wrong with a template that fits its schema. */
export function problemsOf(template: PaymentTemplate): TemplateProblem[] {
  const problems = [
    ...duplicates('secrets', template.secrets),
    ...duplicates('maps', template.maps),
    ...template.maps.flatMap(({ entries }, index) =>
      duplicates(
        `maps.${index}.entries`,
        entries.map(({ from }) => ({ name: from })),
      ),
    ),
  ]
  for (const stage of paymentStages) {
    const spec = template.stages[stage]
    if (!spec) continue
    problems.push(...ofRequest(template, stage, spec))
    if ('reply' in spec) {
      problems.push(...ofReading(template, `stages.${stage}.reply`, spec.reply))
      const allowed: readonly string[] = paymentOutcomes[stage]
      spec.reply.outcomes.forEach(({ outcome }, index) => {
        if (!allowed.includes(outcome))
          problems.push(found(`stages.${stage}.reply.outcomes.${index}`, 'field', outcome))
      })
    } else if (spec.method !== 'POST' || spec.content !== 'form' || spec.seal || spec.envelope)
      problems.push(found(`stages.${stage}.content`, 'bodyForm', 'form'))
  }
  const { callback } = template
  if (callback) {
    problems.push(...ofReading(template, 'callback', callback))
    if (callback.refund !== null && !pathOf(callback.refund)) problems.push(found('callback.refund', 'path'))
  }
  return problems
}

function ofRequest(template: PaymentTemplate, stage: string, spec: RequestSpec): TemplateProblem[] {
  const texts = textsOf(spec).flatMap(({ path, text, results }) =>
    analyze(text, namesOf(template, results, paymentFieldNames)).problems.map(
      ({ code, about, line, column }) => found(`stages.${stage}.${path}`, code, about, { line, column }),
    ),
  )
  const problems = [...texts, ...ofParts(template, stage, spec)]
  return problems.length > 0 ? problems : ofTrial(template, stage, spec)
}

/** A trial with the examples finds what only shows when it is rendered. */
function ofTrial(template: PaymentTemplate, stage: string, spec: RequestSpec): TemplateProblem[] {
  try {
    tryRequest(template, stage, spec)
    return []
  } catch (error) {
    if (error instanceof TemplateFailure) return [found(error.path, error.code, error.about)]
    throw error
  }
}

/**
 * The request of a stage for the examples, with stand-ins for the secrets.
 * @throws TemplateFailure if it cannot be built
 */
export const tryRequest = (
  template: PaymentTemplate,
  stage: string,
  spec: RequestSpec & { prehash?: boolean | undefined },
): TemplateRequest =>
  buildStage({
    template,
    spec,
    prefix: `stages.${stage}`,
    names: paymentFieldNames,
    random: realRandom,
    fieldsOf: (named) => paymentScope(examplePayment, named),
    secrets: standInSecrets(template),
    prehash: spec.prehash === true,
  })

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
