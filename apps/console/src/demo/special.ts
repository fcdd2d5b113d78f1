import type { AnswerOf, Endpoint } from '@kabao/contract/kernel'
import type { SchemaProblem } from '@kabao/contract/problems'
import type * as z from 'zod'
import type { Account } from './accounts.ts'
import type { Random } from './random.ts'
import type { Call, Reader } from './respond.ts'
import type { Row } from './row.ts'
import type { Table } from './table.ts'

/** The rows of an area, by what its calls answer: one whole row, or those of its page. */
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
 * What is special of an area in the demo. All else follows from its endpoints: rows that fit their schema, pages with
 * filters and order, reading, adding, changing and removing one, acts on one, several and all that match.
 */
export interface Special<A = object, R extends Row = RowOf<A>> {
  /** How many rows there are at first. Default: 12. */
  count?: number | (() => number)
  /** What a row has at first instead of what its schema alone would give it, which is `made`. */
  row?(random: Random, at: number, made: R): { [F in keyof R]?: R[F] }
  /** What somebody's new row has beside what he entered. */
  fresh?(account: Account): Record<string, unknown>
  /** What follows from other rows, from the moment or from who reads. */
  now?(row: R, reader: Reader): Record<string, unknown>
  /** Whether there is such a row for this reader. */
  sees?(row: R, reader: Reader): boolean
  /** What filters mean that are no value of a field; the value is what the page call's schema made of it. */
  filters?: Record<string, (row: R, asked: string) => boolean>
  /** How personal data is shown. Default: what a reveal would show, in the usual ways. */
  masks?: Record<string, (value: string, row: R) => string>
  /** No two rows have the same of all of these; the last is where it is said. */
  unique?: readonly (keyof R & string)[]
  /** Brings what was entered into its normal form. @returns what is wrong with it, by field */
  check?(row: R): Record<string, SchemaProblem> | undefined
  /** What removing a row does, where it stays. */
  remove?: { isPossible(row: R): boolean; perform(row: R): void }
  /** What an act changes beside the state and what it asks for. */
  act?(act: string, account: Account): Record<string, unknown>
  /** What a filter is chosen from, by the endpoint's key. */
  choices?: Record<string, (reader: Reader) => readonly object[]>
  /** Calls that are answered in no general way. */
  calls?: { [K in keyof A]?: Handle<A[K]> }
  /** Calls that the demo does not answer though it could in a general way. */
  without?: readonly string[]
}

/** What is special of some area. */
export type AnySpecial = Special<object, Row>

/** Says what is special of an area. @param _area its endpoints, from which the types follow */
export const special = <A extends object>(_area: A, given: Special<A>): AnySpecial =>
  given as unknown as AnySpecial
