/** A value of a reply; objects have no prototype. Whole numbers that JavaScript would round are texts. */
export type Value = string | number | boolean | null | Value[] | { [name: string]: Value }

/** The maximum depth of nested values in a reply. */
export const mostDepth = 32

/**
 * Reads JSON; null if it is not JSON, is nested too deeply, or names a value twice. A whole number of more than 15 digits becomes a text of its digits: ids
 * of that length are common, and rounded they would name somebody else.
 */
export function readJson(text: string): { value: Value } | null {
  const kept = withLongNumbersAsTexts(text.replace(/^\ufeff/, ''))
  if (kept === null) return null
  try {
    return { value: JSON.parse(kept, withoutPrototype) as Value }
  } catch {
    return null
  }
}

/** A text, also one that is not closed, so that the time is linear; a bracket; a number. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[[\]{}]|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs

/** Directly after the name of a pair. */
const colon = /\s*:/y

/**
 * JSON with long whole numbers in quotation marks; texts stay as they are. Null if it is nested too deeply, or an object has a name
 * twice: readers differ in which of the two they take (RFC 8259).
 */
function withLongNumbersAsTexts(text: string): string | null {
  /** The names of each open object; null for a list. */
  const open: (Set<string> | null)[] = []
  let isRefused = false
  const see = (token: string, after: number) => {
    if (token === '{' || token === '[') isRefused ||= open.push(token === '{' ? new Set() : null) > mostDepth
    else if (token === '}' || token === ']') open.pop()
    else if (token.startsWith('"')) seeName(token, after)
  }
  const seeName = (token: string, after: number) => {
    colon.lastIndex = after
    const names = open.at(-1)
    if (!names || !colon.test(text)) return
    const name = unescaped(token)
    isRefused ||= names.has(name)
    names.add(name)
  }
  const kept = text.replace(tokens, (token, at: number) => {
    if (!isRefused) see(token, at + token.length)
    return /^-?[1-9]\d{15,}$/.test(token) ? `"${token}"` : token
  })
  return isRefused ? null : kept
}

/** The text of a token; one that is no text stays as it is, because the parser refuses it afterwards. */
function unescaped(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1)
  try {
    return JSON.parse(token) as string
  } catch {
    return token
  }
}

function withoutPrototype(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.assign(Object.create(null), value)
}
