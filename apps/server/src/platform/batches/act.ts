import type { BatchActName } from '@kabao/contract/kernel/batch-body'
import type { RawBuilder } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../db/client.ts'
import type { RowsQuery } from '../db/page.ts'
import type { Vault } from '../keys/vault.ts'
import type { Settings } from '../settings/settings.ts'

/** The owner whose rows are meant, and what the query needs to find them. */
export interface RowContext {
  vault: Vault
  settings: Settings
  /** Null: all rows. */
  owner: string | null
}

/** As `Finding`, and who asks for the act. */
export interface ActContext extends RowContext {
  adminId: string
  db: Db
}

/** One row that an act changed, masked, as the audit log keeps it. */
export interface BatchChange {
  id: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** What all acts on the rows that match a filter have. */
export interface MatchingAct<F = unknown> {
  name: BatchActName
  /** The permission point of the act itself. */
  point: string
  /** The kind of its rows in the audit log. */
  targetKind: string
  filter: z.ZodType<F>
  /** The rows that the list's page request shows for this filter. */
  rows(context: ActContext, filter: F): RowsQuery | Promise<RowsQuery>
  /** SQL condition on a row, by the alias of the rows query: its state allows the act. It is false once the act is done. */
  able: RawBuilder<unknown>
}

/** An act that can be done to every row that matches a filter, many rows in one transaction. */
export interface BatchAct<F = unknown> extends MatchingAct<F> {
  /** Does the act to rows that are locked and allow it. */
  apply(
    db: Db,
    ids: string[],
    who: { adminId: string; owner: string | null; vault: Vault },
  ): Promise<BatchChange[]>
}

/**
 * An act that is done to each row in a transaction of its own, because a row may refuse it, and because no transaction may hold locks of
 * one row while it waits for another.
 */
export interface EachAct<F = unknown, G = unknown> extends MatchingAct<F> {
  /** What the act is given besides the rows. */
  given: z.ZodType<G>
  /** Looks at what the act is given, once, before any row. @throws Problem at the field */
  check?(context: ActContext, given: G): Promise<void>
  /** Does the act to a row that is locked and allows it. @throws Problem if the row refuses */
  doOne(context: ActContext, id: string, given: G): Promise<BatchChange>
  /** Tells whom it concerns what was done, in the transaction that ends the act. */
  tell?(context: ActContext, given: G, done: number): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: the act's own schema checks its input before it is used
export type AnyBatchAct = BatchAct<any> | EachAct<any, any>
