/** One field of a body: the partner's name, and the text that gives its value, such as `{{ phone | md5 }}`. */
export interface Pair {
  name: string
  value: string
}

/** Bodies that are a list of pairs. */
export type PairContent = 'json' | 'form'

const liquid = /\{\{(?:"[^"]*"|'[^']*'|(?!\}\})[^"'])*\}\}|\{%(?:"[^"]*"|'[^']*'|(?!%\})[^"'])*%\}/y
const hasLiquid = (text: string) => /\{[{%]/.test(text)

/**
 * The pairs of a body, in their order; undefined if it is more than a list of pairs: one is written only under a condition, names
 * are made from values, or it is no object.
 */
export function pairsOf(content: PairContent, body: string): Pair[] | undefined {
  const parts = content === 'json' ? partsOfJson(body) : partsOfForm(body)
  const pairs = parts?.map((part) => (content === 'json' ? jsonPair(part) : formPair(part)))
  return pairs?.every((pair) => pair !== undefined) ? (pairs as Pair[]) : undefined
}

/** The body with these pairs, one on each line as long as its value is one line. */
export function bodyOf(content: PairContent, pairs: readonly Pair[]): string {
  if (content === 'form')
    return pairs
      .map(
        ({ name, value }, at) => `${at === 0 ? '' : '&'}${formText(name)}=${value}${lineBreakAfter(value)}`,
      )
      .join('')
      .replace(/\n$/, '')
  const lines = pairs.map(({ name, value }) => `  ${jsonText(name)}: ${value}`)
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`
}

/** A blank at the end of a value counts, but not before a line break, so none follows there. */
const lineBreakAfter = (value: string) => (/\s$/.test(value) ? '' : '\n')

/** Which pair the line of a body is in, as `bodyOf` writes it; -1 if in none. @param line from 1 */
export function pairAt(content: PairContent, pairs: readonly Pair[], line: number): number {
  let next = content === 'json' ? 2 : 1
  return pairs.findIndex(({ value }) => {
    next += value.split('\n').length - (content === 'form' && lineBreakAfter(value) === '' ? 1 : 0)
    return line < next
  })
}

/** A text as it stands in a form; no brace of it begins Liquid. */
export const formText = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))

/** A text as JSON in a body, where no brace begins Liquid. */
export const jsonText = (text: string): string => JSON.stringify(text).replaceAll('{', '\\u007b')

function partsOfJson(body: string): string[] | undefined {
  const text = body.trim()
  if (!/^\{(?![{%])/.test(text) || !text.endsWith('}')) return undefined
  const inside = text.slice(1, -1)
  return inside.trim() === '' ? [] : split(inside, ',', true)
}

function partsOfForm(body: string): string[] | undefined {
  // As when it is sent: blanks count, unless there is a line break among them.
  const text = body.trim() === '' ? '' : body
  return text === '' ? [] : split(text, '&', false)?.map((part) => part.replace(/^\s*\n\s*|\s*\n\s*$/g, ''))
}

function jsonPair(part: string): Pair | undefined {
  const [, quoted = '', value = ''] = /^\s*("(?:[^"\\]|\\.)*")\s*:([\s\S]*)$/.exec(part) ?? []
  if (quoted === '' || hasLiquid(quoted) || !isWhole(value)) return undefined
  try {
    return { name: JSON.parse(quoted) as string, value: value.trim() }
  } catch {
    return undefined
  }
}

function formPair(part: string): Pair | undefined {
  const at = part.indexOf('=')
  const name = part.slice(0, at)
  if (at < 0 || hasLiquid(name) || !isWhole(part)) return undefined
  try {
    return { name: decodeURIComponent(name.replaceAll('+', ' ')), value: part.slice(at + 1) }
  } catch {
    return undefined
  }
}

/** Whether each condition or loop that begins in a text also ends in it. */
function isWhole(text: string): boolean {
  let depth = 0
  for (const [, end] of text.matchAll(/\{%-?\s*(end)?(?:if|unless|case|for)\b/g)) {
    depth += end ? -1 : 1
    if (depth < 0) return false
  }
  return depth === 0 && !/\{%-?\s*assign\b/.test(text)
}

/** The parts between a sign outside of Liquid and, in JSON, of texts and brackets; undefined if one of these stays open. */
function split(text: string, sign: string, isJson: boolean): string[] | undefined {
  const parts: string[] = []
  let [start, depth, isText] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (char === '{' && /[{%]/.test(text[at + 1] ?? '')) {
      liquid.lastIndex = at
      if (!liquid.test(text)) return undefined
      at = liquid.lastIndex - 1
    } else if (isText) {
      if (char === '\\') at++
      else if (char === '"') isText = false
    } else if (isJson && char === '"') isText = true
    else if (isJson && (char === '{' || char === '[')) depth++
    else if (isJson && (char === '}' || char === ']')) {
      if (--depth < 0) return undefined
    } else if (depth === 0 && char === sign) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return depth === 0 && !isText ? [...parts, text.slice(start)] : undefined
}
