import type { ConnectionTemplate } from '@kabao/contract/partners/template'
import { templateFields } from '@kabao/contract/partners/template-fields'
import { formText, jsonText, type PairContent } from './pairs.ts'

/** What a field of a body holds, as a person chooses it. */
export type Value =
  /** One of our fields. `steps`: what is done with it, such as `| md5`; `"` in front writes the result as text. */
  | { of: 'field'; name: string; steps: string }
  | { of: 'secret'; name: string }
  | { of: 'fixed'; text: string }
  /** Anything else, as Liquid. */
  | { of: 'liquid'; text: string }

const expression = /^\{\{\s*([\w.]+)\s*((?:\|(?:"[^"]*"|[^"{}])*)?)\}\}$/
const oneOrNull = /^\{% if (\w+) %\}1\{% else %\}0\{% endif %\}$/
/** The step by which a yes is 1 and a no is 0. */
export const asDigit = '? 1 : 0'

const isField = (name: string) => Object.hasOwn(templateFields, name) && name !== 'agreements'

/** What the text of a field says. */
export function readValue(content: PairContent, text: string): Value {
  const [, digit = ''] = oneOrNull.exec(text) ?? []
  if (isField(digit)) return { of: 'field', name: digit, steps: asDigit }
  const isQuoted = content === 'json' && /^"\{\{.*\}\}"$/.test(text)
  const [, name = '', steps = ''] = expression.exec(isQuoted ? text.slice(1, -1) : text) ?? []
  const own: Value = { of: 'field', name, steps: `${isQuoted ? '"' : ''}${steps.trim()}` }
  if (isField(name) && writeValue(content, own) === text) return own
  const secret = name.startsWith('secret.') && steps === '' ? name.slice('secret.'.length) : ''
  if (secret !== '' && !isQuoted && text === `{{ secret.${secret} }}`) return { of: 'secret', name: secret }
  const fixed = fixedText(content, text)
  return fixed === undefined ? { of: 'liquid', text } : { of: 'fixed', text: fixed }
}

/** The text of a field. */
export function writeValue(content: PairContent, value: Value): string {
  if (value.of === 'liquid') return value.text
  if (value.of === 'fixed') return content === 'json' ? jsonText(value.text) : formText(value.text)
  if (value.of === 'secret') return `{{ secret.${value.name} }}`
  const { name, steps } = value
  if (steps === asDigit) return `{% if ${name} %}1{% else %}0{% endif %}`
  const isQuoted = steps.startsWith('"')
  const chain = isQuoted ? steps.slice(1) : steps
  const text = `{{ ${name}${chain === '' ? '' : ` ${chain}`} }}`
  return isQuoted ? `"${text}"` : text
}

/** The text without Liquid that a value always is; undefined if it is none. */
function fixedText(content: PairContent, text: string): string | undefined {
  if (/\{[{%]/.test(text)) return undefined
  try {
    const read: unknown = content === 'json' ? JSON.parse(text) : decodeURIComponent(text)
    return typeof read === 'string' && writeValue(content, { of: 'fixed', text: read }) === text
      ? read
      : undefined
  } catch {
    return undefined
  }
}

const dates: readonly [steps: string, label: string][] = [
  ['| date: "%Y-%m-%d %H:%M:%S"', '2026-03-01 10:00:00'],
  ['| date: "%Y%m%d%H%M%S"', '20260301100000'],
  ['| date: "%Y-%m-%d"', '2026-03-01'],
  ['| date: "%Y%m%d"', '20260301'],
  ['| date: "%s"', '1772330400'],
  ['| date: "%Q"', '1772330400000'],
]
const digests: readonly [steps: string, label: string][] = [
  ['| md5', 'MD5'],
  ['| sha256', 'SHA-256'],
  ['| sm3', 'SM3'],
]
const keyed = [
  ['hmac_md5', 'HMAC-MD5'],
  ['hmac_sha256', 'HMAC-SHA256'],
  ['hmac_sm3', 'HMAC-SM3'],
] as const

/**
 * What can be done with a field, each with its label; without a label it has a word. What is done now is always among them.
 * @param now as in `Value`
 */
export function stepsFor(
  { content, secrets, maps }: { content: PairContent } & Pick<ConnectionTemplate, 'secrets' | 'maps'>,
  name: string,
  now: string,
): { value: string; label: string | null }[] {
  const { type } = templateFields[name as keyof typeof templateFields] ?? {}
  const isText = type === 'text'
  const lookups = maps.map((map): [string, string] => [`| lookup: "${map.name}"`, map.name])
  const keys = secrets.filter(({ kind }) => kind === 'text' || kind === 'key')
  const hashed = keys.flatMap((key) =>
    keyed.map(([filter, label]): [string, string] => [
      `| ${filter}: secret.${key.name}`,
      `${label} · ${key.name}`,
    ]),
  )
  // In JSON, seconds can be a text or a number.
  const shown = ([steps, label]: readonly [string, string]): readonly [string, string] => [
    steps,
    content === 'json' ? `"${label}"` : label,
  ]
  const known: readonly (readonly [string, string | null])[] = [
    ['', null],
    ...(content === 'json' && (type === 'number' || type === 'boolean') ? [['"', null] as const] : []),
    ...(type === 'boolean' ? [[asDigit, '1 / 0'] as const] : []),
    ...(type === 'day' || type === 'instant' ? dates.map(shown) : []),
    ...(type === 'instant' && content === 'json'
      ? [
          ['| date: "%s" | number', '1772330400'] as const,
          ['| date: "%Q" | number', '1772330400000'] as const,
        ]
      : []),
    ...(isText ? lookups : []),
    ...(isText ? digests : []),
    ...(isText ? hashed : []),
  ]
  const options = known.map(([value, label]) => ({ value, label }))
  if (options.some(({ value }) => value === now)) return options
  const asText = now.startsWith('"') && options.find(({ value }) => value === now.slice(1))?.label
  return [...options, { value: now, label: asText || now }]
}
