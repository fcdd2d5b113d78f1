import { TemplateFailure } from './failure.ts'
import { wellFormed } from './filters.ts'
import { readJson } from './read-json.ts'

/**
 * The top-level pairs of a form or a JSON object, sorted by the code points of their names and joined: `a=1&b=2`. Values are decoded;
 * empty ones are left out, and so is `without`. A nested JSON value is its compact JSON.
 * @throws TemplateFailure `bodyForm` if the body has no pairs, `pairText` if the text could be split into other pairs
 */
export function sortedPairs(body: string, content: string, without: string | null): string {
  const signed = pairsOf(body, content).filter(([name, value]) => value !== '' && name !== without)
  const unclear = signed.find((pair) => isUnclearPair(pair))
  if (unclear) throw new TemplateFailure('pairText', unclear[0])
  return signed
    .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/**
 * Whether pairs that are joined as they are could be split into others: the name has a character of the joints, or the value has a whole
 * joint. Such a text has one signature for two meanings.
 */
export const isUnclearPair = ([name, value]: readonly [name: string, value: string]): boolean =>
  /[=&]/.test(name) || /&[^&=]*=/.test(value)

/** The body with one more pair at its end; the pairs before it stay as they are, byte for byte. */
export function withPair(body: string, content: string, name: string, value: string): string {
  if (content === 'form') {
    const pair = `${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(value))}`
    return body === '' ? pair : `${body}&${pair}`
  }
  const isEmpty = pairsOf(body, content).length === 0
  const bare = body.trimEnd().slice(0, -1).trimEnd()
  return `${bare}${isEmpty ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(value)}}`
}

function pairsOf(body: string, content: string): [string, string][] {
  if (content === 'form') return [...new URLSearchParams(body)]
  const read = content === 'json' ? readJson(body) : null
  if (!read || typeof read.value !== 'object' || read.value === null || Array.isArray(read.value))
    throw new TemplateFailure('bodyForm', content)
  return Object.entries(read.value).map(([name, value]) => [
    name,
    value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value),
  ])
}
