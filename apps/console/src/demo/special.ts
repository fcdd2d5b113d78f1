import type { AnswerOf, Endpoint } from '@kabao/contract/kernel/kernel'
import type { SchemaProblem } from '@kabao/contract/kernel/problems'
import type * as z from 'zod'
import type { Account } from './accounts.ts'
import type { GivenChoice } from './filters.ts'
import type { Random } from './random.ts'
import type { Call, Reader } from './respond.ts'
import type { Row } from './row.ts'
import type { Table } from './table.ts'

/** The type of an area's rows, from its responses: a single row, or the rows of its page. */
type RowOf<A> = (A extends { get: { answer: infer S extends z.ZodType } }
  ? z.output<S>
  : A extends { page: { answer: infer P extends z.ZodType } }
    ? z.output<P> extends { records: (infer R)[] }
      ? R
      : unknown
    : unknown) &
  Row

type Handle<E> = E extends Endpoint
  ? (call: Call<E>, table: Table) => z.input<E['answer']> | AnswerOf<E> | Response
  : never

/**
 * The special handling of an area in the demo. All else is derived from its endpoints: rows that fit their schema, pages with
 * filters and order, reading, creating, changing and deleting a row, acts on one row, several rows and all matching rows.
 */
export interface Special<A = object, R extends Row = RowOf<A>> {
  /** The initial number of rows. Default: 12. */
  count?: number | (() => number)
  /** The initial values of a row that replace those made from its schema, which are in `made`. */
  row?(random: Random, at: number, made: R): { [F in keyof R]?: R[F] }
  /** The fields whose sums over all matching rows a page has, for an area with totals. */
  sums?: readonly string[]
  /** The values of a new row besides the entered ones. */
  fresh?(account: Account): Record<string, unknown>
  /** The values that depend on other rows, the current time or the caller. */
  now?(row: R, reader: Reader): Record<string, unknown>
  /** Whether the row is visible to the caller. */
  sees?(row: R, reader: Reader): boolean
  /** The meaning of filters that are not the value of a field; `value` is parsed by the schema of the page request. */
  filters?: Record<string, (row: R, value: string) => boolean>
  /** How personal data is masked. Default: the usual masks for the fields that a reveal returns. */
  masks?: Record<string, (value: string, row: R) => string>
  /** The fields whose combination is unique; a duplicate is reported at the last one. */
  unique?: readonly (keyof R & string)[]
  /** Normalises the entered values. @returns the problems by field */
  check?(row: R): Record<string, SchemaProblem> | undefined
  /** What a deletion does if the row stays. */
  remove?: { isPossible(row: R): boolean; perform(row: R): void }
  /** What an act changes besides the state and its input. */
  act?(act: string, account: Account): Record<string, unknown>
  /** The choices of a filter, by the endpoint's key. */
  choices?: Record<string, (reader: Reader) => readonly GivenChoice[]>
  /** Endpoints with a handler of their own. */
  calls?: { [K in keyof A]?: Handle<A[K]> }
  /** Endpoints that the demo leaves out although their schemas would be enough. */
  without?: readonly string[]
}

/** The special handling of any area. */
export type AnySpecial = Special<object, Row>

/** Declares the special handling of an area. @param _area its endpoints, which determine the types */
export const special = <A extends object>(_area: A, given: Special<A>): AnySpecial =>
  given as unknown as AnySpecial
