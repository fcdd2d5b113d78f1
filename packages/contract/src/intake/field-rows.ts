import * as z from 'zod'
import { isInstant } from '../kernel/kernel.ts'
import type { Words } from '../kernel/language.ts'
import { fieldWords } from './kernel.ts'

/** One field of a body or an answer, as documents list it. */
export interface FieldRow {
  /** Dotted where fields nest, `[]` for the entries of a list: `visits[].page`. */
  name: string
  type: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null'
  /** An instant: ISO 8601 in UTC. */
  isInstant: boolean
  isRequired: boolean
  isNullable: boolean
  /** The values that it can have; null if they are not listed. */
  choices: string[] | null
  /** Bounds of a text's length, of a number's value or of a list's length; null where there is none. */
  min: number | null
  max: number | null
  /** Null if the field has no description. */
  words: Words | null
}

/**
 * The fields of a schema, each before the fields within it.
 * @param io `input` for what a caller sends, `output` for an answer
 */
export function fieldRows(schema: z.ZodType, io: 'input' | 'output'): FieldRow[] {
  const described = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    metadata: z.registry(),
    override: ({ zodSchema, jsonSchema }) => {
      const found = fieldWords.get(zodSchema as z.core.$ZodType)
      if (found) jsonSchema[wordsKey] = found.words
      if (isInstant(zodSchema)) jsonSchema.format = instantFormat
    },
  })
  return rowsWithin(described as Node, '')
}

const wordsKey = 'x-words'
const instantFormat = 'date-time'

interface Node {
  /** A list for a nullable field without bounds. */
  type?: FieldRow['type'] | FieldRow['type'][]
  anyOf?: Node[]
  properties?: Record<string, Node>
  required?: string[]
  items?: Node
  enum?: string[]
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  [wordsKey]?: Words
}

function rowsWithin(node: Node, prefix: string): FieldRow[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, given]) => {
    const name = `${prefix}${key}`
    const inner = withoutNull(given)
    const row: FieldRow = {
      name,
      type: typesOf(inner)[0] ?? 'string',
      isInstant: inner.format === instantFormat,
      isRequired: node.required?.includes(key) ?? false,
      isNullable: inner !== given,
      choices: inner.enum ?? inner.items?.enum ?? null,
      min: bound(inner.minLength ?? inner.minItems ?? inner.minimum),
      max: bound(inner.maxLength ?? inner.maxItems ?? inner.maximum),
      words: given[wordsKey] ?? inner[wordsKey] ?? null,
    }
    const entry = inner.items && withoutNull(inner.items)
    return [row, ...rowsWithin(inner, `${name}.`), ...(entry ? rowsWithin(entry, `${name}[].`) : [])]
  })
}

/** The schema of a nullable field without its null; the same object if the field is not nullable. */
function withoutNull(node: Node): Node {
  if (Array.isArray(node.type)) return { ...node, type: typesOf(node) }
  const rest = node.anyOf?.filter(({ type }) => type !== 'null')
  return node.anyOf?.length === 2 && rest?.length === 1 ? (rest[0] as Node) : node
}

/** The types of a schema, without null. */
const typesOf = ({ type = [] }: Node) => [type].flat().filter((each) => each !== 'null')

/** Zod names the range of exact whole numbers as a bound; nobody needs to read that. */
const bound = (value: number | undefined) =>
  value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER ? null : value
