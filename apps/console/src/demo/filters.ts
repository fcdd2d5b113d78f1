import { id } from '@kabao/contract/kernel'
import { idNumberFilter, nameFilter, phoneFilter } from '@kabao/contract/look-up'
import { readPhoneFilter } from '@kabao/contract/personal'
import { regionPrefix } from '@kabao/region'
import type * as z from 'zod'
import type { Row } from './row.ts'
import { bare, definitionOf, type Shape } from './schema.ts'

/** Whether a row, whole and as it is now, is one that a filter asks for. */
export type Fits = (row: Row, asked: never) => boolean

/** Filters of which a part is typed. */
const typedInPart = new Set(['name', 'title'])
/** What a keyword is looked for in. */
const searched = ['name', 'title', 'code']

const isIn = (value: unknown, part: string) =>
  String(value ?? '')
    .toLowerCase()
    .includes(part.toLowerCase())

/**
 * What a filter of a page call means, by its schema and its name: a look-up, a place, a time from or to, a flag, a part of a
 * name, a keyword, or the value of the field that is called so.
 * @param shape the fields of the area's rows
 * @returns null where none of these fits: the area says what it means
 */
export function meaningOf(name: string, schema: z.ZodType, shape: Shape): Fits | null {
  const kind = bare(schema)
  const fits = (meaning: (row: Row, asked: string) => boolean) => meaning as Fits
  if (kind === phoneFilter) return fits((row, asked) => fitsPhone(String(row[name] ?? ''), asked))
  if (kind === nameFilter)
    return fits((row, asked) => row[name] === asked || String(row[name] ?? '')[0] === asked)
  if (kind === idNumberFilter) return fits((row, asked) => row[name] === asked)
  if (name === 'cityCode' && shape.cityCode)
    return fits((row, asked) => String(row.cityCode ?? '').startsWith(regionPrefix(asked)))
  const [, began, end] = /^(\w*?)(From|To|from|to)$/.exec(name) ?? []
  if (end !== undefined) {
    const field = began ? `${began}At` : 'at'
    if (shape[field] && end.toLowerCase() === 'from')
      return fits((row, asked) => typeof row[field] === 'string' && row[field] >= asked)
    if (shape[field]) return fits((row, asked) => typeof row[field] === 'string' && row[field] < asked)
  }
  const flag = `is${name.charAt(0).toUpperCase()}${name.slice(1)}`
  if (definitionOf(kind).type === 'boolean' && shape[flag]) return fits((row, asked) => row[flag] === asked)
  if (kind === id && shape[`${name}Id`]) return fits((row, asked) => row[`${name}Id`] === asked)
  if (shape[name] && typedInPart.has(name)) return fits((row, asked) => isIn(row[name], asked))
  if (shape[name]) return fits((row, asked) => row[name] === asked)
  if (name === 'keyword') return fits((row, asked) => searched.some((field) => isIn(row[field], asked)))
  return null
}

function fitsPhone(phone: string, asked: string): boolean {
  const { whole = phone, first3 = '', last4 = '' } = readPhoneFilter(asked) ?? {}
  return phone === whole && phone.startsWith(first3) && phone.endsWith(last4)
}

/** What can be chosen, as a call with `keyword` and `id` asks for it: by a part of any text of it, or one by its id. */
export function chosen<T extends object>(
  choices: readonly T[],
  { keyword = '', id: asked }: { keyword?: string; id?: string },
): T[] {
  const [first] = Object.keys(choices[0] ?? {}) as (keyof T)[]
  return choices.filter((choice) =>
    asked ? choice[first as keyof T] === asked : Object.values(choice).some((value) => isIn(value, keyword)),
  )
}
