import type { BatchActName } from '@kabao/contract/batch-body'
import type { RawBuilder } from 'kysely'
import type * as z from 'zod'
import type { Db } from '#db/client'
import type { RowsQuery } from '#db/page'
import type { Settings } from '#settings/settings'
import type { Vault } from '../vault.ts'

/** The owner whose rows are meant, and what the query needs to find them. */
export interface Finding {
  vault: Vault
  settings: Settings
  /** Null: all rows. */
  owner: string | null
}

/** As `Finding`, and who asks for the act. */
export interface Asking extends Finding {
  adminId: string
}

/** One row that an act changed, masked, as the audit log keeps it. */
export interface BatchChange {
  id: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** An act that can be done to every row that matches a filter. */
export interface BatchAct<F = unknown> {
  name: BatchActName
  /** The permission point of the act itself. */
  point: string
  /** The kind of its rows in the audit log. */
  targetKind: string
  filter: z.ZodType<F>
  /** The rows that the list's page request shows for this filter. */
  rows(finding: Asking, filter: F): RowsQuery
  /** SQL condition on a row, by the alias of the rows query: its state allows the act. It is false once the act is done. */
  able: RawBuilder<unknown>
  /** Does the act to rows that are locked and allow it. */
  apply(
    db: Db,
    ids: string[],
    who: { adminId: string; owner: string | null; vault: Vault },
  ): Promise<BatchChange[]>
}

// biome-ignore lint/suspicious/noExplicitAny: the act's own schema checks its input before it is used
export type AnyBatchAct = BatchAct<any>
