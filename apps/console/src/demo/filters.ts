import type { Choice, ChoiceQuery } from '@kabao/contract/kernel/choice'
import { id } from '@kabao/contract/kernel/kernel'
import { idNumberFilter, nameFilter, phoneFilter } from '@kabao/contract/kernel/look-up'
import { readPhoneFilter } from '@kabao/contract/kernel/personal'
import { isWithin } from '@kabao/region'
import type * as z from 'zod'
import type { Row } from './row.ts'
import { bare, definitionOf, type Shape } from './schema.ts'

/** Whether an unmasked, current row matches the value of a filter. */
export type Fits = (row: Row, value: never) => boolean

/** Filters that match a part of the text. */
const typedInPart = new Set(['name', 'title'])
/** The fields that a keyword is searched in. */
const searched = ['name', 'title', 'code']

const isIn = (value: unknown, part: string) =>
  String(value ?? '')
    .toLowerCase()
    .includes(part.toLowerCase())

/**
 * The meaning of a filter of a page request, by its schema and its name: a look-up, a place, the start or end of a period, a flag,
 * a part of a name, a keyword, or the value of the field with its name.
 * @param shape the fields of the area's rows
 * @returns null if none of these fits; then the area defines the meaning
 */
export function meaningOf(name: string, schema: z.ZodType, shape: Shape): Fits | null {
  const kind = bare(schema)
  const fits = (meaning: (row: Row, value: string) => boolean) => meaning as Fits
  if (kind === phoneFilter) return fits((row, value) => fitsPhone(String(row[name] ?? ''), value))
  if (kind === nameFilter)
    return fits((row, value) => row[name] === value || String(row[name] ?? '')[0] === value)
  if (kind === idNumberFilter) return fits((row, value) => row[name] === value)
  if (name === 'cityCode' && shape.cityCode)
    return fits((row, value) => isWithin(String(row.cityCode ?? ''), value))
  const [, began, end] = /^(\w*?)(From|To|from|to)$/.exec(name) ?? []
  if (end !== undefined) {
    const field = began ? `${began}At` : 'at'
    if (shape[field] && end.toLowerCase() === 'from')
      return fits((row, value) => typeof row[field] === 'string' && row[field] >= value)
    if (shape[field]) return fits((row, value) => typeof row[field] === 'string' && row[field] < value)
  }
  const flag = `is${name.charAt(0).toUpperCase()}${name.slice(1)}`
  if (definitionOf(kind).type === 'boolean' && shape[flag]) return fits((row, value) => row[flag] === value)
  if (kind === id && shape[`${name}Id`]) return fits((row, value) => row[`${name}Id`] === value)
  if (shape[name] && typedInPart.has(name)) return fits((row, value) => isIn(row[name], value))
  if (shape[name]) return fits((row, value) => row[name] === value)
  if (name === 'keyword') return fits((row, value) => searched.some((field) => isIn(row[field], value)))
  return null
}

function fitsPhone(phone: string, value: string): boolean {
  const { whole = phone, first3 = '', last4 = '' } = readPhoneFilter(value) ?? {}
  return phone === whole && phone.startsWith(first3) && phone.endsWith(last4)
}

/** A record that can be chosen; what is left out is empty. */
export type GivenChoice = Pick<Choice, 'id' | 'name'> & Partial<Choice>

/** The choices that match a request: by a part of any of their texts, or those with some ids. */
export function chosen(choices: readonly GivenChoice[], { keyword = '', ids }: ChoiceQuery): Choice[] {
  const wanted = ids?.split(',')
  return choices
    .map(({ id, name, code = null, hint = null, status = 'enabled' }) => ({ id, name, code, hint, status }))
    .filter(({ status: _, ...texts }) =>
      wanted ? wanted.includes(texts.id) : Object.values(texts).some((text) => isIn(text, keyword)),
    )
}
