import type { ActOf, AskedOf, Machine } from '@kabao/contract/machine'
import type { RawBuilder } from 'kysely'
import type * as z from 'zod'
import type { Db } from '#db/client'
import type { RowsQuery } from '#db/page'
import type { Finding } from '../batches/act.ts'

/** What an act writes beside the state, the version, who did it and when. */
export interface Change {
  /** By the names of the columns. */
  columns?: Record<string, RawBuilder<unknown> | string | null>
  /** What the audit log keeps of it beside the state; nothing that tells about a person. */
  audit?: Record<string, unknown>
}

/** Rows that are locked and whose state allows the act. */
export interface Changing<M extends Machine> {
  db: Db
  ids: readonly string[]
  /** What was asked beside the version; of several rows nothing is. */
  asked: AskedOf<M>
  /** Null: the service itself does it. */
  adminId: string | null
}

/** The rows of a machine. An area with a machine exports its own as `entity` from `machine.ts`. */
export interface Entity<M extends Machine, D, F> {
  machine: M
  /** Their table, also what the audit log calls them. It has `id`, `status`, `version`, `updated_at` and `updated_by`. */
  table: string
  /** Of a row `t`: the conditions that make it one of this owner's; none where the owner is null. */
  ofOwner(owner: string | null): RawBuilder<unknown>[]
  /** @throws Problem where the area has a reason of its own to refuse */
  change?(act: ActOf<M>, of: Changing<M>): Promise<Change> | Change
  /** One row as its endpoints answer it. @throws Problem where it is not there */
  show(db: Db, id: string, finding: Finding): Promise<D>
  /** What an act on all that match a filter takes, and the rows that the page call would show for it. */
  filter: z.ZodType<F>
  rows(finding: Finding, filter: F): RowsQuery
}

// biome-ignore lint/suspicious/noExplicitAny: what an act is given was checked by the schema of its own endpoint
export type AnyEntity = Entity<any, any, any>
