import { id, instant } from '@kabao/contract/kernel/kernel'
import type * as z from 'zod'
import type { Random } from './random.ts'
import type { Row } from './row.ts'
import { bare, definitionOf, isNullable, type Shape } from './schema.ts'

/** Always picks the first choice, for the default values of a new row. */
const first: Random = { below: () => 0, chance: () => false, pick: ([one]) => one as never, digits: () => '' }

/** A new row with its creation time and otherwise empty fields. @param createdAt an ISO 8601 instant */
export const emptyRow = (shape: Shape, rowId: string, createdAt: string): Row =>
  madeUpRow(shape, rowId, createdAt, first)

/** A row made from its schema alone; names and texts, which a schema does not describe, are placeholders or empty. */
export function madeUpRow(shape: Shape, rowId: string, createdAt: string, random: Random): Row {
  const fields = Object.entries(shape).map(([name, schema]) => [
    name,
    madeUp(name, schema, rowId, createdAt, random),
  ])
  const stamps = { id: rowId, version: 1, createdAt, updatedAt: createdAt, updatedBy: null }
  return { ...Object.fromEntries(fields), ...stamps }
}

function madeUp(name: string, schema: z.ZodType, rowId: string, createdAt: string, random: Random): unknown {
  if (name === 'isManageable') return true
  if (isNullable(schema) && !random.chance(0.7)) return null
  const kind = bare(schema)
  if (kind === id) return '1'
  if (kind === instant) return isNullable(schema) ? since(createdAt, random) : createdAt
  const { type, shape = {}, entries = {}, options = [], values = [] } = definitionOf(kind)
  switch (type) {
    case 'enum':
      return random.pick(Object.values(entries))
    case 'string':
      return sample(name, isNullable(schema), rowId)
    case 'boolean':
      return random.chance(0.5)
    case 'number':
      return random.below(10)
    case 'literal':
      return values[0]
    case 'union':
      return madeUp(name, options[0] as z.ZodType, rowId, createdAt, random)
    case 'array':
      return []
    case 'object':
      return Object.fromEntries(
        Object.entries(shape).map(([key, inner]) => [key, madeUp(key, inner, rowId, createdAt, random)]),
      )
    case 'record':
      return {}
    default:
      return null
  }
}

/** A random instant between the given one and now. */
const since = (then: string, random: Random): string => {
  const from = Date.parse(then)
  return new Date(from + ((Date.now() - from) * random.below(100)) / 100).toISOString()
}

const named = new Set(['name', 'title'])
const sample = (name: string, isOptional: boolean, rowId: string) =>
  name === 'createdBy' ? 'admin' : named.has(name) ? `示例 ${rowId}` : isOptional ? null : ''
