import * as z from 'zod'
import { normalIp } from './ip.ts'
import { text } from './kernel.ts'
import {
  maskIdNumber,
  maskName,
  maskPhone,
  personName,
  phone,
  readPhoneFilter,
  writtenIdNumber,
} from './personal.ts'
import { plainDevice } from './typed/device.ts'

/**
 * Look-ups: input fields that find a person by a whole value that lists mask. The caller learns whether the value belongs to a
 * person, so the service counts and logs it like a reveal (decision 005). A field that takes such a value is made here, or is
 * marked with `lookedUp`; a test of the contract finds a field that is not.
 */

export const lookUpKinds = ['phone', 'idNumber', 'name', 'device', 'ip'] as const
export type LookUpKind = (typeof lookUpKinds)[number]

export interface LookUp {
  /** The path of the field in the input: `phone`, `filter.phone`. */
  field: string
  kind: LookUpKind
  /** In normal form, so that two ways to write one value are one look-up. */
  value: string
  /** Whether it finds users or entries of the blacklist. */
  among: LookUpPlace
}

export type LookUpPlace = 'user' | 'blacklist'

/** The whole value that a text is; null if it is none, such as the first 3 digits of a phone. */
type Reading = (value: string) => Pick<LookUp, 'kind' | 'value'> | null

const readings = z.registry<{ read: Reading; among: LookUpPlace }>()

/** Marks a field that takes a whole personal value. The mark is on a copy, so that the schema itself keeps its other uses. */
export function lookedUp<S extends z.ZodType>(schema: S, among: LookUpPlace, read: Reading): S {
  const marked = schema.clone() as S
  readings.add(marked, { read, among })
  return marked
}

/** A filter by the whole number, its first 3 or last 4 digits, or a masked number; more would let the mask be guessed. */
export const phoneFilter = lookedUp(
  text(40).refine((value) => readPhoneFilter(value) !== null, 'phoneFilter'),
  'user',
  (value) => {
    const whole = readPhoneFilter(value)?.whole
    return whole === undefined ? null : { kind: 'phone', value: whole }
  },
)

/** A filter by the whole number. */
export const idNumberFilter = lookedUp(writtenIdNumber, 'user', (value) => ({ kind: 'idNumber', value }))

/** A filter by the whole name, or by its first character, which the mask shows. */
export const nameFilter = lookedUp(personName, 'user', (value) =>
  [...value].length > 1 ? { kind: 'name', value } : null,
)

/** The kind of a blacklist value whose kind is not given. Numbers are tried first, because they would also match a device. */
export const readListedValue: Reading = (value) => {
  const number = phone.safeParse(value)
  if (number.success) return { kind: 'phone', value: number.data }
  const id = writtenIdNumber.safeParse(value)
  if (id.success) return { kind: 'idNumber', value: id.data }
  const plain = plainDevice(value)
  if (/^[\d.]+$|^[\da-f]*:[\da-f:.]*$/.test(plain)) return { kind: 'ip', value: normalIp(plain) ?? plain }
  return /^[\w.:-]{4,128}$/.test(plain) ? { kind: 'device', value: plain } : null
}

/** Finds the look-ups in a parsed input. */
export type FindLookUps = (input: unknown) => LookUp[]

/** Returns the function that finds the look-ups in an input of a schema; null if the schema has no field for one. */
export function lookUpsIn(schema: z.ZodType | undefined): FindLookUps | null {
  return schema ? finderOf(schema, []) : null
}

/** The parts of Zod's definitions that can hold fields. */
interface Definition {
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  options?: z.ZodType[]
}

function finderOf(schema: z.ZodType, path: readonly string[]): FindLookUps | null {
  const mark = readings.get(schema)
  if (mark)
    return (input) => {
      const found = typeof input === 'string' ? mark.read(input) : null
      return found ? [{ ...found, field: path.join('.'), among: mark.among }] : []
    }
  const { shape, element, innerType, in: before, options } = schema.def as unknown as Definition
  const inner = innerType ?? before
  if (inner) return finderOf(inner, path)
  if (element) {
    const find = finderOf(element, path)
    return find && ((input) => (Array.isArray(input) ? input.flatMap(find) : []))
  }
  if (options) return all(options.map((option) => finderOf(option, path)))
  if (!shape) return null
  return all(
    Object.entries(shape).map(([name, field]) => {
      const find = finderOf(field, [...path, name])
      return find && ((input) => find((input as Record<string, unknown> | null | undefined)?.[name]))
    }),
  )
}

function all(finders: readonly (FindLookUps | null)[]): FindLookUps | null {
  const there = finders.filter((find) => find !== null)
  return there.length === 0 ? null : (input) => there.flatMap((find) => find(input))
}

/** The masked form of a looked-up value, which may be shown and stored. */
export function maskLookUp({ kind, value }: Pick<LookUp, 'kind' | 'value'>): string {
  switch (kind) {
    case 'phone':
      return maskPhone(value)
    case 'idNumber':
      return maskIdNumber(value)
    case 'name':
      return maskName(value)
    case 'ip':
      return `${value.slice(0, Math.max(1, value.search(/[.:]/)))}.***`
    case 'device':
      return `${value.slice(0, 2)}****`
  }
}
