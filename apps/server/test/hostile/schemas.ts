import type * as z from 'zod'

/*
 * Many fields of the contract read in the same way: an id is an id wherever it is. What they refuse, they refuse by the same code, so it
 * is tried once.
 */

const kinds = new WeakMap<object, string>()
const numbers = new Map<unknown, number>()

/** The same text for schemas that read in the same way: of the same types and limits, with functions of the same source. */
export const kindOf = (schema: z.ZodType): string => kindOfPart(schema)

/** The same for schemas that take as long to read: choices and limits do not count. */
export const costKindOf = (schema: z.ZodType): string =>
  kindOf(schema)
    .replace(/(entries):\{[^}]*\}|(values):\[[^\]]*\]/g, '$1$2')
    .replace(/\b(minimum|maximum|value|length|defaultValue):[^,}]*/g, '$1')

/** What decides only how a refusal is worded. */
const wording = new Set(['error', 'abort', 'message'])

function kindOfPart(part: unknown): string {
  if (typeof part === 'function') return `function ${numberOf(String(part))}`
  if (part instanceof RegExp) return String(part)
  if (part instanceof Set || part instanceof Map) return kindOfPart([...part])
  if (Array.isArray(part)) return `[${part.map(kindOfPart).join()}]`
  if (typeof part !== 'object' || part === null) return JSON.stringify(part) ?? String(part)
  const known = kinds.get(part)
  if (known !== undefined) return known
  // A schema may have itself inside.
  kinds.set(part, `object ${numberOf(part)}`)
  const { def } = ((part as { _zod?: { def: object } })._zod ?? { def: part }) as { def: object }
  const entries = Object.entries(def).filter(([name]) => !wording.has(name))
  const kind = `{${entries.map(([name, each]) => `${name}:${kindOfPart(each)}`).join()}}`
  kinds.set(part, kind)
  return kind
}

function numberOf(part: unknown): number {
  const number = numbers.get(part) ?? numbers.size + 1
  numbers.set(part, number)
  return number
}
