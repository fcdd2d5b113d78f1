import { createHash } from 'node:crypto'
import type { ConnectionTemplate, TemplateStage, TemplateStageSpec } from '@kabao/contract/partners/template'
import { templateFields } from '@kabao/contract/partners/template-fields'
import { areSendable } from '#platform/outgoing/headers'
import type { Names } from './analyze.ts'
import type { Mode } from './emitter.ts'
import { TemplateFailure } from './failure.ts'
import { realRandom } from './filters.ts'
import { sortedPairs, withPair } from './pairs.ts'
import { readJson } from './read-json.ts'
import { readXml } from './read-xml.ts'
import { render, type Scope } from './render.ts'
import { scopeOf, type TemplatePerson } from './scope.ts'
import { sealBody, signatureOf } from './seal.ts'
import type { Secrets } from './secrets.ts'

export interface TemplateRequest {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers: Record<string, string>
  /** Null if nothing is sent after the headers. */
  body: string | null
  timeoutMs: number
  /** The body before it was sealed; equal to `body` without a seal and an envelope. */
  plain: string
}

/** What a test fixes, so that a request can be compared. */
export interface Moment {
  now?: Date
  random?: (length: number) => Buffer
}

type Content = TemplateStageSpec['content']

const mediaTypes: Record<Content, string> = {
  json: 'application/json; charset=utf-8',
  form: 'application/x-www-form-urlencoded',
  xml: 'application/xml; charset=utf-8',
  text: 'text/plain; charset=utf-8',
}

/** The secrets and maps of a template, which its texts may name. */
export type TemplateParts = Pick<ConnectionTemplate, 'secrets' | 'maps'>

/** What is sent at one stage. */
export type RequestSpec = Omit<TemplateStageSpec, 'reply'>

const personFields: ReadonlySet<string> = new Set(Object.keys(templateFields))

/** What the texts of a template may name. @param fields those of a person, unless it is about something else */
export const namesOf = (
  template: TemplateParts,
  results: boolean,
  fields: ReadonlySet<string> = personFields,
): Names => ({
  fields,
  secrets: new Map(template.secrets.map(({ name, kind }) => [name, kind])),
  maps: new Set(template.maps.map(({ name }) => name)),
  results,
})

/**
 * Builds the request of one stage.
 * @throws TemplateFailure with the path of the text that failed
 */
export function buildRequest(
  template: ConnectionTemplate,
  stage: TemplateStage,
  person: TemplatePerson,
  secrets: Secrets,
  { now = new Date(), random = realRandom }: Moment = {},
): TemplateRequest {
  const spec = template.stages[stage]
  if (!spec) throw new TemplateFailure('stage', stage).at('stages')
  const nonce = random(16).toString('hex')
  const fieldsOf = (named: object) => scopeOf(person, named, now, nonce)
  return buildStage({ template, prefix: `stages.${stage}`, spec, fieldsOf, secrets, random })
}

export interface StageRequest {
  template: TemplateParts
  /** The beginning of the paths of failures. */
  prefix: string
  spec: RequestSpec
  /** The scope of the texts, without the results. @param named the secrets by name, in an object without a prototype */
  fieldsOf: (named: object) => Scope
  /** The names in that scope; default: those of a person. */
  names?: ReadonlySet<string>
  secrets: Secrets
  random: (length: number) => Buffer
  /** What is signed is replaced by its SHA-256 in hexadecimal before. */
  prehash?: boolean
}

/**
 * Builds a request. The steps, in order: body, signature of the body, its pair in the body, seal, signature of the sealed body,
 * envelope, headers.
 * @throws TemplateFailure with the path of the text that failed
 */
export function buildStage({
  template,
  prefix,
  spec,
  fieldsOf,
  names,
  secrets,
  random,
  prehash = false,
}: StageRequest): TemplateRequest {
  const maps = new Map(
    template.maps.map(({ name, entries }) => [name, new Map(entries.map(({ from, to }) => [from, to]))]),
  )
  const results: Record<string, string> = { body: '', sealed: '', sealedKey: '', iv: '', signature: '' }
  const fields = fieldsOf(secretsOf(template, secrets))

  const text = (path: string, source: string, mode: Mode, wrapped = false) =>
    within(`${prefix}.${path}`, () => {
      const scope: Scope = wrapped ? { ...fields, ...results } : fields
      return render(source, mode, namesOf(template, wrapped, names), scope, { maps, random })
    })

  const address = within(`${prefix}.url`, () => wholeUrl(spec.url, text('url', spec.url, 'url')))
  let plain = text('body', spec.body, spec.content)
  within(`${prefix}.body`, () => checkBody(spec.content, plain))
  const { sign, seal } = spec
  if (sign && sign.over !== 'sealed') {
    const pairs = sign.over === 'sortedPairs'
    const over = pairs ? within(`${prefix}.body`, () => sortedPairs(plain, spec.content, sign.field)) : plain
    results.signature = signed(sign, over)
    const { field } = sign
    if (field !== null)
      plain = within(`${prefix}.body`, () =>
        withPair(plain, spec.content, field, results.signature as string),
      )
  }
  results.body = plain
  if (seal)
    Object.assign(
      results,
      within(`${prefix}.seal`, () => sealBody(seal, plain, secrets, random)),
    )
  if (sign?.over === 'sealed') results.signature = signed(sign, results.sealed as string)

  const content = spec.envelope?.content ?? (seal ? 'text' : spec.content)
  const body = spec.envelope
    ? text('envelope.body', spec.envelope.body, content, true)
    : seal
      ? (results.sealed as string)
      : plain
  if (spec.envelope) within(`${prefix}.envelope.body`, () => checkBody(content, body))
  const isQuery = spec.method === 'GET'
  const url = isQuery && body !== '' ? `${address}${address.includes('?') ? '&' : '?'}${body}` : address
  const sent = body === '' || isQuery ? null : body
  const headers = headersOf(sent === null ? null : content)
  return { method: spec.method, url, headers, body: sent, timeoutMs: spec.timeoutMs, plain }

  function signed(sign: NonNullable<TemplateStageSpec['sign']>, over: string): string {
    const before = text('sign.before', sign.before, 'text')
    const after = text('sign.after', sign.after, 'text')
    return within(`${prefix}.sign`, () => signatureOf(sign, hashed(before + over + after), secrets))
  }

  function hashed(text: string): string {
    return prehash ? createHash('sha256').update(text, 'utf8').digest('hex') : text
  }

  function headersOf(content: Content | null): Record<string, string> {
    const headers: Record<string, string> = content ? { 'content-type': mediaTypes[content] } : {}
    spec.headers.forEach(({ name, value }, index) => {
      const rendered = text(`headers.${index}.value`, value, 'text', true)
      if (!areSendable({ [name]: rendered }))
        throw new TemplateFailure('header', name).at(`${prefix}.headers.${index}`)
      headers[name.toLowerCase()] = rendered
    })
    return headers
  }
}

/** The secrets as the texts name them. One without a value fails where it is named, instead of being written as nothing. */
function secretsOf(template: TemplateParts, secrets: Secrets): object {
  const named = Object.assign(Object.create(null), Object.fromEntries(secrets))
  for (const { name } of template.secrets)
    if (!secrets.has(name))
      Object.defineProperty(named, name, {
        enumerable: true,
        get: () => {
          throw new TemplateFailure('secretMissing', name)
        },
      })
  return named
}

/** Adds the path to a failure that has none yet. */
function within<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw error instanceof TemplateFailure ? error.at(path) : error
  }
}

/** The scheme, host and port that a text begins with, or null if a part of them is computed. */
export function fixedOrigin(text: string): string | null {
  const [, origin] = /^\s*(https?:\/\/[^/?#{}\s\\@]+)(?=[/?]|\s*$)/i.exec(text) ?? []
  try {
    return origin === undefined ? null : new URL(origin).origin
  } catch {
    return null
  }
}

function wholeUrl(source: string, rendered: string): string {
  const origin = fixedOrigin(source)
  try {
    const url = new URL(rendered.trim())
    if (origin !== null && url.origin === origin && !hasDotSegment(rendered)) return url.href
  } catch {
    // The failure below says it.
  }
  throw new TemplateFailure('url')
}

/** Such a segment would remove the one before it, so a value could choose another path. */
const hasDotSegment = (url: string) =>
  (url.split(/[?#]/)[0] ?? '').split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment.trim()))

/** @throws TemplateFailure `bodyForm` if a body is not what its content type says */
function checkBody(content: Content, body: string): void {
  if (body.trim() === '') return
  const isRight =
    content === 'json'
      ? readJson(body) !== null
      : content === 'xml'
        ? readXml(body) !== null
        : content === 'text' || /^[\x21-\x7e]*$/.test(body)
  if (!isRight) throw new TemplateFailure('bodyForm', content)
}
