import { TemplateFailure } from './failure.ts'
import { wellFormed } from './filters.ts'
import { readJson } from './read-json.ts'

/**
 * The top-level pairs of a form or a JSON object, sorted by the code points of their names and joined: `a=1&b=2`. Values are decoded;
 * empty ones are left out, and so is `without`. A nested JSON value is its compact JSON.
 * @throws TemplateFailure `bodyForm` if the body has no pairs
 */
export function sortedPairs(body: string, content: string, without: string | null): string {
  return pairsOf(body, content)
    .filter(([name, value]) => value !== '' && name !== without)
    .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

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
