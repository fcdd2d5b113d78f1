import type { BatchActName } from '@kabao/contract/batch-body'
import type { RawBuilder } from 'kysely'
import type * as z from 'zod'
import type { Db } from '#db/client'
import type { RowsQuery } from '#db/page'
import type { Settings } from '#settings/settings'
import type { Vault } from '../vault.ts'

/** Whose rows, and what it takes to find them. */
export interface Finding {
  vault: Vault
  settings: Settings
  /** Null: everybody's. */
  owner: string | null
}

/** One row that an act changed, as the audit log keeps it: masked. */
export interface BatchChange {
  id: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** What can be done with every row that matches a filter. */
export interface BatchAct<F = unknown> {
  name: BatchActName
  /** The permission point of the act itself. */
  point: string
  /** What the audit log calls its rows. */
  targetKind: string
  filter: z.ZodType<F>
  /** The rows that the page call would show for this filter. */
  rows(finding: Finding, filter: F): RowsQuery
  /** Of a row, by the alias of the rows query: that its state allows the act. It is false once the act is done. */
  able: RawBuilder<unknown>
  /** Does it to rows that are locked and able. */
  apply(
    db: Db,
    ids: string[],
    who: { adminId: string; owner: string | null; vault: Vault },
  ): Promise<BatchChange[]>
}

// biome-ignore lint/suspicious/noExplicitAny: what an act is given is checked by its own schema before it is used
export type AnyBatchAct = BatchAct<any>
