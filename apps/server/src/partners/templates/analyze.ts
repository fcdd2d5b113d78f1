import type { ConnectionTemplate } from '@kabao/contract/partners/template'
import { templateAgreementParts, templateResults } from '@kabao/contract/partners/template-fields'
import { isTemplateFilter, templateFilters } from '@kabao/contract/partners/template-filters'
import {
  defaultOptions,
  LiquidError,
  type PropertyAccessToken,
  type Token,
  Tokenizer,
  TypeGuards,
} from 'liquidjs'
import { isDateFormat } from './date.ts'
import type { FailureCode } from './failure.ts'

/** What a text may name besides the fields. */
export interface Names {
  secrets: ReadonlyMap<string, ConnectionTemplate['secrets'][number]['kind']>
  maps: ReadonlySet<string>
  /** The fields; `agreements` is a list, and the parts of `extra.*` have any names. */
  fields: ReadonlySet<string>
  /** The results of signing and sealing. */
  results: boolean
}

export interface Place {
  line: number
  column: number
}

/** A step of a chain of filters, as the text names it. */
export interface Step {
  filter: string
  /** The names of the secrets among its arguments. */
  secrets: readonly string[]
}

/** One naming of a field, a secret or a result. */
export interface Use extends Place {
  kind: 'field' | 'secret' | 'result'
  name: string
  /** `value`: what is written or assigned, through `steps`; the others do not write it. */
  role: 'value' | 'argument' | 'condition' | 'loop'
  steps: readonly Step[]
}

export interface TextProblem extends Place {
  code: FailureCode
  about: string
}

export interface Analysis {
  problems: TextProblem[]
  uses: Use[]
}

/** The maximum depth of nested tags; the parser and the renderer are recursive. */
const mostDepth = 10

const opening = new Set(['if', 'unless', 'case', 'for'])
const closing = new Map([
  ['endif', 'if'],
  ['endunless', 'unless'],
  ['endcase', 'case'],
  ['endfor', 'for'],
])
const forloopParts = new Set(['first', 'last', 'index'])

/** The filters whose first argument is a key, and the kinds of secret that can be one. */
const keyKinds: Record<string, readonly string[]> = {
  hmac_md5: ['key', 'text'],
  hmac_sha256: ['key', 'text'],
  hmac_sm3: ['key', 'text'],
  aes_ecb: ['key'],
  aes_cbc: ['key'],
  aes_gcm: ['key'],
  sm4_ecb: ['key'],
  sm4_cbc: ['key'],
  rsa_encrypt: ['rsaPublic'],
  rsa_sign: ['rsaPrivate'],
}
/** The filters whose second argument is a vector. */
const withVector = new Set(['aes_cbc', 'sm4_cbc'])
/** The filters that add a secret to a text, and the kinds that can be added: no RSA key, of which one half is no secret at all. */
const takesSecret = new Set(['append', 'prepend'])
const textKinds: readonly string[] = ['text', 'key']

/**
 * Reads a text without rendering it. Only what is listed here can be rendered: these tags, our filters, and names that exist, written
 * out. So no text reaches a property that is not data, and there is nothing whose time or size is not bounded.
 */
export function analyze(text: string, names: Names): Analysis {
  const problems: TextProblem[] = []
  const uses: Use[] = []
  const locals = new Set<string>()
  const open: { tag: string; variable: string | null }[] = []

  const add = (token: Token, code: FailureCode, about = '') => {
    problems.push({ code, about: about.slice(0, 60), ...placeOf(token) })
  }

  try {
    for (const token of new Tokenizer(text, defaultOptions.operators).readTopLevelTokens(defaultOptions)) {
      if (TypeGuards.isOutputToken(token)) readOutput(token)
      else if (TypeGuards.isTagToken(token)) readTag(token)
    }
    if (open.length > 0 && problems.length === 0)
      problems.push({ code: 'syntax', about: '', line: 1, column: 1 })
  } catch (error) {
    if (!LiquidError.is(error)) throw error
    const { token } = error as unknown as { token: Token }
    problems.push({ code: 'syntax', about: '', ...placeOf(token) })
  }
  return { problems, uses }

  function readOutput(token: Extract<ReturnType<Tokenizer['readTopLevelToken']>, { contentRange: unknown }>) {
    const tokenizer = new Tokenizer(token.input, defaultOptions.operators, undefined, token.contentRange)
    readValue(tokenizer, token, 'value')
  }

  function readTag(token: { name: string; tokenizer: Tokenizer } & Token) {
    const { name, tokenizer } = token
    if (opening.has(name)) {
      if (open.length >= mostDepth) add(token, 'nesting')
      open.push({ tag: name, variable: null })
    }
    if (name === 'if' || name === 'elsif' || name === 'unless' || name === 'case')
      readValue(tokenizer, token, 'condition')
    else if (name === 'when') readWhen(tokenizer, token)
    else if (name === 'assign') readAssign(tokenizer, token)
    else if (name === 'for') readFor(tokenizer, token)
    else if (name === 'else' || closing.has(name)) readEnd(tokenizer, token)
    else add(token, 'tag', name)
    const opened = closing.get(name)
    if (opened !== undefined && open.pop()?.tag !== opened) add(token, 'syntax')
  }

  function readEnd(tokenizer: Tokenizer, token: Token) {
    tokenizer.skipBlank()
    if (!tokenizer.end()) add(token, 'syntax')
  }

  function readWhen(tokenizer: Tokenizer, token: Token) {
    tokenizer.skipBlank()
    while (!tokenizer.end()) {
      const value = tokenizer.readValueOrThrow()
      readOne(value, 'condition', [])
      tokenizer.skipBlank()
      if (tokenizer.peek() === ',') tokenizer.advance()
      else if (/^or\s/.test(tokenizer.remaining())) tokenizer.advance(2)
      else break
      tokenizer.skipBlank()
    }
    readEnd(tokenizer, token)
  }

  function readAssign(tokenizer: Tokenizer, token: Token) {
    const variable = tokenizer.readIdentifier().content
    tokenizer.skipBlank()
    if (variable === '' || tokenizer.peek() !== '=') return add(token, 'syntax')
    tokenizer.advance()
    readValue(tokenizer, token, 'value')
    declare(variable, token)
    locals.add(variable)
  }

  function readFor(tokenizer: Tokenizer, token: Token) {
    const variable = tokenizer.readIdentifier().content
    const word = tokenizer.readIdentifier().content
    const list = tokenizer.readValue()
    if (variable === '' || word !== 'in' || !list) return add(token, 'syntax')
    const named = TypeGuards.isPropertyAccessToken(list) ? segmentsOf(list)?.join('.') : undefined
    if (named !== 'agreements' || !names.fields.has(named)) return add(list, 'field', list.getText())
    if (open.filter(({ tag }) => tag === 'for').length > 1) add(token, 'nesting')
    readOne(list, 'loop', [])
    readEnd(tokenizer, token)
    declare(variable, token)
    const last = open.at(-1)
    if (last) last.variable = variable
  }

  function declare(variable: string, token: Token) {
    const isTaken = names.fields.has(variable) || Object.hasOwn(templateResults, variable)
    if (isTaken || ['secret', 'forloop'].includes(variable)) add(token, 'nameTaken', variable)
  }

  /** A value with its filters, up to the end of its tag. What is left over would be ignored by the renderer, such as a missing `|`. */
  function readValue(tokenizer: Tokenizer, token: Token, role: 'value' | 'condition') {
    const { initial, filters } = tokenizer.readFilteredValue()
    tokenizer.skipBlank()
    if (!tokenizer.end() || /\|\s*$/.test(tokenizer.input.slice(0, tokenizer.p))) add(token, 'syntax')
    const steps = filters.map((filter) => ({
      filter: filter.name,
      secrets: filter.args.flatMap((each) => secretNamed(each as Token) ?? []),
    }))
    const values = initial.postfix.filter((each) => !TypeGuards.isOperatorToken(each))
    const operators = initial.postfix.length - values.length
    const isOne = role === 'value' ? values.length === 1 && operators === 0 : values.length >= 1
    if (!isOne || (operators === 0 && values.length > 1)) add(token, 'syntax')
    for (const each of values) readOne(each, role, steps)
    for (const filter of filters) readFilter(filter)
  }

  function readFilter(filter: { name: string; args: unknown[] } & Token) {
    const { name } = filter
    if (!isTemplateFilter(name)) return add(filter, 'filter', name)
    const [fewest, most] = templateFilters[name].arguments
    const given = filter.args as Token[]
    if (given.length < fewest || given.length > most || given.some((each) => Array.isArray(each)))
      return add(filter, 'arguments', name)
    const [first, second] = given
    if (name === 'lookup' && !names.maps.has(quoted(first) ?? '')) add(filter, 'map', quoted(first) ?? '')
    if (name === 'date' && !isDateFormat(quoted(first) ?? '%')) add(filter, 'dateFormat', quoted(first) ?? '')
    const kinds = keyKinds[name]
    if (kinds) needsSecret(filter, first, kinds)
    if (withVector.has(name)) needsSecret(filter, second, ['key'])
    given.forEach((each, index) => {
      const isKey = (kinds && index === 0) || (withVector.has(name) && index === 1)
      if (secretNamed(each) !== undefined && !isKey) {
        if (takesSecret.has(name)) needsSecret(filter, each, textKinds)
        else add(each, 'secretUse')
      }
      readOne(each, 'argument', [])
    })
  }

  function needsSecret(filter: Token, argument: Token | undefined, kinds: readonly string[]) {
    const name = secretNamed(argument)
    if (name === undefined) return add(filter, 'secretUse')
    const kind = names.secrets.get(name)
    if (kind !== undefined && !kinds.includes(kind)) add(filter, 'secretKind', name)
  }

  /** One value: a name that exists, a text, a number or a word such as `true`. */
  function readOne(token: Token, role: Use['role'], steps: readonly Step[]) {
    if (
      TypeGuards.isQuotedToken(token) ||
      TypeGuards.isNumberToken(token) ||
      TypeGuards.isLiteralToken(token)
    )
      return
    if (!TypeGuards.isPropertyAccessToken(token)) return add(token, 'syntax')
    const segments = segmentsOf(token)
    if (!segments) return add(token, 'field', token.getText())
    const [first = '', second, ...more] = segments
    const use = (kind: Use['kind'], name: string) => {
      uses.push({ kind, name, role, steps, ...placeOf(token) })
    }
    if (first === 'secret' && second !== undefined && more.length === 0) {
      const kind = names.secrets.get(second)
      if (kind === undefined) return add(token, 'secret', second)
      const isWritten = role === 'value' && (kind === 'rsaPublic' || kind === 'rsaPrivate')
      if (role === 'condition' || isWritten) add(token, 'secretUse')
      return use('secret', second)
    }
    if (second === undefined) {
      if (names.results && Object.hasOwn(templateResults, first)) return use('result', first)
      if (locals.has(first)) return
      if (names.fields.has(first)) {
        const isList = first === 'agreements'
        const isJson = steps.length === 1 && steps[0]?.filter === 'json'
        if (isList && role !== 'loop' && !(role === 'value' && isJson)) return add(token, 'field', first)
        return use('field', first)
      }
    } else if (more.length === 0) {
      if (names.fields.has(`${first}.*`)) return use('field', `${first}.${second}`)
      const isOfLoop = open.some(({ variable }) => variable === first)
      if (isOfLoop && (templateAgreementParts as readonly string[]).includes(second)) return
      const isInLoop = open.some(({ tag }) => tag === 'for')
      if (first === 'forloop' && isInLoop && forloopParts.has(second)) return
    }
    add(token, 'field', segments.join('.'))
  }
}

/** The parts of `a.b`, or null if a part is computed or in brackets. */
function segmentsOf(token: PropertyAccessToken): string[] | null {
  if (token.variable) return null
  const words = token.props.filter((each) => TypeGuards.isWordToken(each))
  return words.length === token.props.length ? words.map(({ content }) => content) : null
}

function secretNamed(token: Token | undefined): string | undefined {
  if (!token || !TypeGuards.isPropertyAccessToken(token)) return undefined
  const segments = segmentsOf(token)
  return segments?.length === 2 && segments[0] === 'secret' ? segments[1] : undefined
}

const quoted = (token: Token | undefined): string | undefined =>
  token && TypeGuards.isQuotedToken(token) ? token.content : undefined

function placeOf(token: Token): Place {
  const [line = 1, column = 1] = token.getPosition()
  return { line, column }
}
