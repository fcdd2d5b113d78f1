import { fill, type Words } from '@kabao/contract/kernel/language'
import {
  type ConnectionTemplate,
  type TemplateProblem,
  type TemplateStage,
  type TemplateStageSpec,
  templateStages,
} from '@kabao/contract/partners/template'
import { templateWords } from '@kabao/contract/partners/template.words'
import { templateFields } from '@kabao/contract/partners/template-fields'
import { areSendable } from '#platform/outgoing/headers'
import { analyze, type Use } from './analyze.ts'
import { ivLength } from './cipher.ts'
import { isKeyed } from './digest.ts'
import { TemplateFailure } from './failure.ts'
import { pathOf } from './paths.ts'
import { checkRefusal, urlRefusal } from './privacy.ts'
import { buildRequest, fixedOrigin, namesOf, type RequestSpec, type TemplateParts } from './request.ts'
import type { TemplatePerson } from './scope.ts'
import { standInSecrets } from './secrets.ts'

type ProblemCode = keyof typeof templateWords.tree.problem

const overridable = new Set<ProblemCode>([
  'checkPersonal',
  'checkPhonePart',
  'checkPhoneUnkeyed',
  'personalInUrl',
])

/** A person with the example of every field. */
export const examplePerson: TemplatePerson = Object.fromEntries(
  Object.entries(templateFields).map(([name, { example }]) => [name, example]),
)

/** Everything that is wrong with a template that fits its schema, in the order of its parts; an empty list if it may be saved. */
export function problemsOf(template: ConnectionTemplate): TemplateProblem[] {
  const problems: TemplateProblem[] = [
    ...(templateStages.some((stage) => template.stages[stage]) ? [] : [problem('stages', 'noStage')]),
    ...duplicates('secrets', template.secrets),
    ...duplicates('maps', template.maps),
    ...template.maps.flatMap(({ entries }, index) =>
      duplicates(
        `maps.${index}.entries`,
        entries.map(({ from }) => ({ name: from })),
      ),
    ),
  ]
  for (const stage of templateStages) {
    const spec = template.stages[stage]
    if (!spec) continue
    const found = [
      ...ofTexts(template, stage, spec),
      ...ofParts(template, stage, spec),
      ...ofReply(template, stage, spec),
    ]
    problems.push(...found)
    // A trial with the example person finds what only shows when it is rendered. Its result would only repeat the others.
    if (found.every((each) => each.overridable)) problems.push(...ofTrial(template, stage))
  }
  return problems
}

/** @param about what the sentence names */
export function problem(
  path: string,
  code: ProblemCode,
  about = '',
  place?: { line: number; column: number },
): TemplateProblem {
  const [zh, en]: Words = templateWords.tree.problem[code]
  return {
    path,
    line: place?.line ?? null,
    column: place?.column ?? null,
    code,
    words: [fill(zh, { about }), fill(en, { about })],
    overridable: overridable.has(code),
  }
}

export function duplicates(path: string, items: readonly { name: string }[]): TemplateProblem[] {
  const names = items.map(({ name }) => name)
  return names.flatMap((name, index) =>
    names.indexOf(name) === index ? [] : [problem(`${path}.${index}`, 'duplicate', name)],
  )
}

interface Text {
  path: string
  text: string
  /** The results of signing and sealing may be named. */
  results: boolean
}

export function textsOf({ url, headers, body, sign, envelope }: RequestSpec): Text[] {
  return [
    { path: 'url', text: url, results: false },
    ...headers.map(({ value }, index) => ({ path: `headers.${index}.value`, text: value, results: true })),
    { path: 'body', text: body, results: false },
    ...(sign ? [{ path: 'sign.before', text: sign.before, results: false }] : []),
    ...(sign ? [{ path: 'sign.after', text: sign.after, results: false }] : []),
    ...(envelope ? [{ path: 'envelope.body', text: envelope.body, results: true }] : []),
  ]
}

function ofTexts(
  template: ConnectionTemplate,
  stage: TemplateStage,
  spec: TemplateStageSpec,
): TemplateProblem[] {
  return textsOf(spec).flatMap(({ path, text, results }) => {
    const at = `stages.${stage}.${path}`
    const { problems, uses } = analyze(text, namesOf(template, results))
    return [
      ...problems.map(({ code, about, line, column }) => problem(at, code, about, { line, column })),
      ...uses.flatMap((use) => ofUse(use, at, path, stage, spec)),
      ...uses
        .filter((use) => isNeverThere(template, stage, use))
        .map((use) => problem(at, 'stageField', use.name, use)),
    ]
  })
}

/** The stages whose reply may give the organization's ID before a stage. */
const before: Record<TemplateStage, readonly TemplateStage[]> = {
  check: [],
  submit: ['check'],
  login: ['check', 'submit'],
  query: ['check', 'submit', 'login'],
}

/** Whether a field is empty for everybody at a stage. A check is what reads the agreements and the first ID. */
function isNeverThere({ stages }: ConnectionTemplate, stage: TemplateStage, { kind, name }: Use): boolean {
  if (kind !== 'field') return false
  if (name === 'agreements') return stage === 'check'
  return name === 'externalId' && !before[stage].some((each) => stages[each]?.reply.externalId)
}

/** The body of a GET becomes the query. */
const isAddress = (path: string, { method }: TemplateStageSpec) =>
  path === 'url' || (method === 'GET' && path === 'body')

function ofUse(
  use: Use,
  at: string,
  path: string,
  stage: TemplateStage,
  spec: TemplateStageSpec,
): TemplateProblem[] {
  const refusal =
    (stage === 'check' ? checkRefusal(use) : null) ?? (isAddress(path, spec) ? urlRefusal(use) : null)
  if (refusal) return [problem(at, refusal, use.name, use)]
  if (use.kind !== 'result' || use.name === 'body') return []
  if (use.name === 'signature') return spec.sign ? [] : [problem(at, 'noSign', use.name, use)]
  return spec.seal ? [] : [problem(at, 'noSeal', use.name, use)]
}

/** The problems of the parts of a request, besides its texts. */
export function ofParts(template: TemplateParts, stage: string, spec: RequestSpec): TemplateProblem[] {
  const at = `stages.${stage}`
  const found: TemplateProblem[] = []
  if (fixedOrigin(spec.url) === null) found.push(problem(`${at}.url`, 'url'))
  if (
    spec.method === 'GET' &&
    spec.body.trim() !== '' &&
    (spec.content !== 'form' || spec.envelope || spec.seal)
  )
    found.push(problem(`${at}.body`, 'getBody'))
  spec.headers.forEach(({ name }, index) => {
    if (!areSendable({ [name]: '' })) found.push(problem(`${at}.headers.${index}.name`, 'header', name))
  })
  found.push(
    ...duplicates(
      `${at}.headers`,
      spec.headers.map(({ name }) => ({ name: name.toLowerCase() })),
    ),
  )
  return [...found, ...ofSign(template, `${at}.sign`, spec), ...ofSeal(template, `${at}.seal`, spec)]
}

function ofSign(
  template: TemplateParts,
  at: string,
  { sign, seal, content }: RequestSpec,
): TemplateProblem[] {
  if (!sign) return []
  const found: TemplateProblem[] = []
  const needsPairs = sign.over === 'sortedPairs' || sign.field !== null
  if (needsPairs && content !== 'json' && content !== 'form') found.push(problem(`${at}.over`, 'signPairs'))
  if (sign.over === 'sealed' && !seal) found.push(problem(`${at}.over`, 'noSeal', 'sealed'))
  // The sealed body is signed after the pair could be added.
  if (sign.over === 'sealed' && sign.field !== null) found.push(problem(`${at}.field`, 'signPairs'))
  const kinds =
    sign.algorithm === 'rsaSha256' ? ['rsaPrivate'] : isKeyed(sign.algorithm) ? ['key', 'text'] : []
  if (kinds.length > 0) found.push(...ofSecret(template, `${at}.secret`, sign.secret, kinds))
  return found
}

function ofSeal(template: TemplateParts, at: string, { seal }: RequestSpec): TemplateProblem[] {
  if (!seal) return []
  const kind = seal.key.from === 'secret' ? 'key' : 'rsaPublic'
  const found = ofSecret(template, `${at}.key`, seal.key.secret, [kind])
  if (seal.key.from === 'fresh' && seal.cipher.startsWith('sm4') && seal.key.bits !== 128)
    found.push(problem(`${at}.key.bits`, 'encryption'))
  if (typeof seal.iv === 'object' && ivLength(seal.cipher) > 0) {
    // A nonce of GCM that is used twice gives the key away.
    if (seal.cipher === 'aesGcm') found.push(problem(`${at}.iv`, 'sealIv'))
    found.push(...ofSecret(template, `${at}.iv`, seal.iv.secret, ['key']))
  }
  return found
}

export function ofSecret(
  template: TemplateParts,
  at: string,
  name: string | null,
  kinds: readonly string[],
): TemplateProblem[] {
  if (name === null) return [problem(at, 'signKey')]
  const declared = template.secrets.find((each) => each.name === name)
  if (!declared) return [problem(at, 'secret', name)]
  return kinds.includes(declared.kind) ? [] : [problem(at, 'secretKind', name)]
}

function ofReply(
  template: ConnectionTemplate,
  stage: TemplateStage,
  { reply }: TemplateStageSpec,
): TemplateProblem[] {
  const at = `stages.${stage}.reply`
  const { unseal } = reply
  const single: [string, string | null | undefined][] = [
    ...reply.outcomes.flatMap(({ when }, rule) =>
      when.map(({ path }, index): [string, string] => [`outcomes.${rule}.when.${index}.path`, path]),
    ),
    ['reason', reply.reason],
    ['externalId', reply.externalId],
    ['price.path', reply.price?.path],
    ['url', reply.url],
    ['agreements.name', reply.agreements?.name],
    ['agreements.url', reply.agreements?.url],
    ['agreements.version', reply.agreements?.version],
    ['unseal.path', unseal?.path],
    ['unseal.key.path', unseal?.key.from === 'reply' ? unseal.key.path : null],
    ['unseal.iv.path', typeof unseal?.iv === 'object' && 'path' in unseal.iv ? unseal.iv.path : null],
  ]
  const many: [string, string | null | undefined][] = [['agreements.items', reply.agreements?.items]]
  const paths = [...single, ...many].flatMap(([name, path]) => {
    if (path === null || path === undefined) return []
    return pathOf(path) ? [] : [problem(`${at}.${name}`, 'path')]
  })
  if (!unseal) return paths
  const secrets = ofSecret(template, `${at}.unseal.key`, unseal.key.secret, [
    unseal.key.from === 'secret' ? 'key' : 'rsaPrivate',
  ])
  const isVectorNamed = typeof unseal.iv === 'object' && 'secret' in unseal.iv
  if (isVectorNamed && ivLength(unseal.cipher) > 0)
    secrets.push(...ofSecret(template, `${at}.unseal.iv`, (unseal.iv as { secret: string }).secret, ['key']))
  return [...paths, ...secrets]
}

function ofTrial(template: ConnectionTemplate, stage: TemplateStage): TemplateProblem[] {
  try {
    buildRequest(template, stage, examplePerson, standInSecrets(template))
    return []
  } catch (error) {
    if (!(error instanceof TemplateFailure)) throw error
    const { path, code, about, line, column } = error
    return [problem(path, code, about, line === null || column === null ? undefined : { line, column })]
  }
}
