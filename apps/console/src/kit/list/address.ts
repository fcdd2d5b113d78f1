import type { FieldProblems } from '@kabao/contract/kernel/envelope'
import type { Language } from '@kabao/contract/kernel/language'
import { wordIssues } from '@kabao/contract/kernel/problems'
import * as z from 'zod/mini'
import { elementOf, isTyped, kindOf, shapeOf } from '../form/body-shape.ts'

type Schema = z.core.$ZodType
export type Query = Record<string, unknown>

export interface FromAddress {
  /** The parameters for the request: every value is valid by the contract. */
  query: Query
  /** The filters as the address has them, including invalid ones. */
  typed: Query
  /** The problems of the invalid ones. */
  problems: FieldProblems
}

/** The parameters of a list request that are not filters. */
export const paging: ReadonlySet<string> = new Set(['current', 'size', 'sort'])

/**
 * Reads the parameters of a list request from an address. Invalid values are left out, so no address can break a page; an
 * invalid text that the reader typed stays in its input, with its problem.
 */
export function readAddress(
  body: Schema | undefined,
  search: URLSearchParams,
  language: Language,
): FromAddress {
  const found: FromAddress = { query: {}, typed: {}, problems: {} }
  for (const [name, field] of Object.entries(shapeOf(body))) {
    const written = search.getAll(name)
    if (written.length === 0 || written.every((value) => value === '')) continue
    const value = fromText(field, written)
    const { success, error } = z.safeParse(field, value)
    if (success) found.query[name] = found.typed[name] = value
    else if (isTyped(field) || (kindOf(field) === 'number' && !paging.has(name))) {
      found.typed[name] = value
      found.problems[name] = Object.values(wordIssues(error.issues, language))[0] ?? ''
    }
  }
  return found
}

/** Sets parameters of an address; empty values and default values are removed. */
export function writeAddress(search: URLSearchParams, values: Query, defaults: Query): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(values)) {
    next.delete(name)
    if (isEmpty(value) || value === defaults[name]) continue
    for (const each of Array.isArray(value) ? value : [value]) next.append(name, String(each))
  }
  return next
}

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The default values of the parameters. */
export function defaultsOf(body: Schema | undefined): Query {
  const defaults = Object.entries(shapeOf(body)).map(([name, field]) => [
    name,
    (field._zod.def as { defaultValue?: unknown }).defaultValue,
  ])
  return Object.fromEntries(defaults.filter(([, value]) => value !== undefined)) as Query
}

function fromText(field: Schema, written: string[]): unknown {
  const element = elementOf(field)
  if (element) return written.map((value) => fromText(element, [value]))
  const value = written.at(-1) ?? ''
  switch (kindOf(field)) {
    case 'number':
      // Only as the console itself writes it: `1e3` and `0x10` are numbers for JavaScript alone.
      return /^-?\d{1,15}$/.test(value) ? Number(value) : value
    case 'boolean':
    case 'literal':
      return value === 'true' ? true : value === 'false' ? false : value
    default:
      return value
  }
}
