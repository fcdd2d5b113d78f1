import { isProblem, type Problem, type Words } from '@kabao/contract'
import { type NumberKind, readNumber } from '@kabao/contract/kernel/number-text'
import { maskText } from '@kabao/contract/kernel/personal-text'
import type * as z from 'zod'
import { isEndless, readBegin, readEnd } from './ends.ts'
import { namesOf, plain } from './head.ts'
import type { CellResult, ImportColumn } from './list-import.ts'

type Options = Pick<ImportColumn, 'isRequired' | 'width'>

/** Reads a cell with the schema of the contract that also checks the field of the form. */
export function bySchema<V>(schema: z.ZodType<V, string>, cell: string): CellResult<V> {
  const read = schema.safeParse(cell)
  return read.success ? { value: read.data } : { problem: problemOf(read.error) }
}

const problemOf = (error: z.ZodError): Problem => {
  const message = error.issues[0]?.message
  return message !== undefined && isProblem(message) ? message : 'type'
}

/** A text, checked by its schema; an empty cell is an empty text. */
export const textCell = <V>(schema: z.ZodType<V, string>, options: Options = {}): ImportColumn<V | ''> => ({
  ...options,
  empty: '',
  read: (cell) => bySchema(schema, cell),
})

/** `1.10105E+17`: how a spreadsheet program shows a number that is too long for it. */
export const isDamagedNumber = (cell: string): boolean => /^\d(\.\d+)?E\+?\d{2}$/i.test(cell)

/**
 * One of several words, in either language and any spelling that `plain` makes equal.
 * @param labels the words of each choice; @param also further words, separated by `|`
 */
export function choiceCell<K extends string>(
  labels: Readonly<Record<K, Words>>,
  also: Partial<Readonly<Record<K, Words>>> = {},
  options: Options = {},
): ImportColumn<K> {
  const keys = Object.keys(labels) as K[]
  const byName = new Map(
    keys.flatMap((key) => {
      const others = also[key]
      return [key, ...namesOf(labels[key], ...(others ? [others] : []))].map(
        (name) => [plain(name), key] as const,
      )
    }),
  )
  const known = new Map<string, K>()
  return {
    ...options,
    choices: keys.map((key) => labels[key]),
    read(cell) {
      const key = known.get(cell) ?? byName.get(plain(cell))
      if (key === undefined) return { problem: 'choice' }
      // A file repeats a few words hundreds of thousands of times.
      if (known.size < 1_000) known.set(cell, key)
      return { value: key }
    },
  }
}

/** The end of a validity, in UTC; an empty cell means no end, as does `永久`. A day without a time lasts until 23:59:59. */
export const endCell = (options: Options = {}): ImportColumn<string | null> => ({
  ...options,
  empty: null,
  mask: maskText,
  read(cell, { timeZone, now }) {
    if (isEndless(cell)) return { value: null }
    const end = readEnd(cell, timeZone)
    if (end === null) return { problem: 'validity' }
    return Date.parse(end) <= now ? { problem: 'past' } : { value: end }
  },
})

/** A time that is over, in UTC. A day without a time is its beginning. */
export const pastCell = (options: Options = {}): ImportColumn<string> => ({
  ...options,
  mask: maskText,
  read(cell, { timeZone, now }) {
    const at = readBegin(cell, timeZone)
    if (at === null) return { problem: 'date' }
    return Date.parse(at) > now ? { problem: 'future' } : { value: at }
  },
})

/**
 * A column whose value may be missing.
 * @param empty the value of an empty cell
 * @param none the words for it, as the list's export writes them: `不限`
 */
export function optionalCell<V, N>(column: ImportColumn<V>, empty: N, none?: Words): ImportColumn<V | N> {
  const words = new Set(none ? namesOf(none).map(plain) : [])
  return {
    ...column,
    empty,
    read: (cell, reading) => (words.has(plain(cell)) ? { value: empty } : column.read(cell, reading)),
  }
}

/** A number as the contract reads it, then checked by its schema, in the unit in which it is kept. */
const typedCell =
  (kind: NumberKind, schema: z.ZodType<number, number>) =>
  (cell: string): CellResult<number> => {
    const reading = readNumber(kind, cell)
    if ('fault' in reading) return { problem: reading.fault }
    if (reading.value === null) return { problem: 'required' }
    const read = schema.safeParse(reading.value)
    return read.success ? { value: read.data } : { problem: problemOf(read.error) }
  }

/** A whole number. @param schema the schema of the number */
export const numberCell = (
  schema: z.ZodType<number, number>,
  options: Options = {},
): ImportColumn<number> => ({ ...options, mask: maskText, read: typedCell('whole', schema) })

/** A share, written in percent with the sign, stored in basis points. Without the sign, 0.5 could mean a half. */
export const shareCell = (schema: z.ZodType<number, number>, options: Options = {}): ImportColumn<number> => {
  const read = typedCell('percent', schema)
  return {
    ...options,
    mask: maskText,
    read: (cell) => (/[%％]/.test(cell) ? read(cell) : { problem: 'percent' }),
  }
}

/** An amount, written in yuan, stored in fen. @param schema the schema of the amount in fen */
export const moneyCell = (
  schema: z.ZodType<number, number>,
  options: Options = {},
): ImportColumn<number> => ({ ...options, mask: maskText, read: typedCell('money', schema) })
