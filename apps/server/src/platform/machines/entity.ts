import type { ActInput, ActOf, Machine } from '@kabao/contract/kernel/machine'
import type { RawBuilder } from 'kysely'
import type * as z from 'zod'
import type { ActContext, RowContext } from '../batches/act.ts'
import type { Db } from '../db/client.ts'
import type { RowsQuery } from '../db/page.ts'

/** The columns that an act writes besides the state, the version, the actor and the time. */
export interface Change {
  /** By column name. */
  columns?: Record<string, RawBuilder<unknown> | string | null>
  /** What the audit log keeps besides the state; never personal data. */
  audit?: Record<string, unknown>
}

/** A date of a row, and the act of the service at it. */
export interface DatedAct {
  /** The column of the date, by its name in the database. */
  column: string
  act: string
}

/** Rows that are locked and whose state allows the act. */
export interface Changing<M extends Machine> {
  db: Db
  ids: readonly string[]
  /** The act's input besides the version; an act on several rows has none. */
  asked: ActInput<M>
  /** Null: the service itself does it. */
  adminId: string | null
}

/** The rows of a state machine. An area exports its own as `entity`, or several as `entities`, from `machine.ts`. */
export interface Entity<M extends Machine, D, F> {
  machine: M
  /** Their table, and their kind in the audit log. It has `id`, `status`, `version`, `updated_at` and `updated_by`. */
  table: string
  /** SQL conditions on a row `t` that make it one of this list's, if other lists share the table. */
  only?: readonly RawBuilder<unknown>[]
  /** Dates at which the service itself does an act; the table has `acts_at`, see `dates.ts`. */
  dates?: readonly DatedAct[]
  /** SQL conditions on a row `t` that make it one of this owner's; none if the owner is null. */
  ofOwner(owner: string | null): RawBuilder<unknown>[]
  /** @throws Problem if the area has a reason of its own to refuse the act */
  change?(act: ActOf<M>, of: Changing<M>): Promise<Change> | Change
  /** What an act does to other tables, in the same transaction, before the rows change. @throws Problem as `change` */
  effects?: { tables: readonly string[]; run(act: ActOf<M>, of: Changing<M>): Promise<void> }
  /** One row as its endpoints return it. @throws Problem if it does not exist */
  show(db: Db, id: string, finding: RowContext & Partial<ActContext>): Promise<D>
  /** The input of an act on all rows that match a filter, and the rows that the list's page request shows for it. */
  filter: z.ZodType<F>
  rows(finding: ActContext, filter: F, act?: ActOf<M>): RowsQuery
}

// biome-ignore lint/suspicious/noExplicitAny: the schema of the act's own endpoint checked its input
export type AnyEntity = Entity<any, any, any>
