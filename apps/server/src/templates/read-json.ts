/** A value of a reply; objects have no prototype. Whole numbers that JavaScript would round are texts. */
export type Value = string | number | boolean | null | Value[] | { [name: string]: Value }

/** The maximum depth of nested values in a reply. */
export const mostDepth = 32

/**
 * Reads JSON; null if it is not JSON, or nested too deeply. A whole number of more than 15 digits becomes a text of its digits: ids
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

/** JSON with long whole numbers in quotation marks, or null if it is nested too deeply. Texts stay as they are. */
function withLongNumbersAsTexts(text: string): string | null {
  let depth = 0
  let isTooDeep = false
  const kept = text.replace(tokens, (token) => {
    if (token === '[' || token === '{') isTooDeep ||= ++depth > mostDepth
    else if (token === ']' || token === '}') depth--
    return /^-?[1-9]\d{15,}$/.test(token) ? `"${token}"` : token
  })
  return isTooDeep ? null : kept
}

function withoutPrototype(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.assign(Object.create(null), value)
}
