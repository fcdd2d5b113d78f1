import type { BatchActName, BatchCount, batchAnswer, batchCount } from '@kabao/contract/kernel/batch-body'
import type { Endpoint } from '@kabao/contract/kernel/kernel'
import type * as z from 'zod'

interface OnAll {
  name: BatchActName
  /** Counts the rows that the act would change. */
  count: Endpoint & { body: z.ZodType; answer: typeof batchCount }
  /** Whether the act is possible for any row that matches the filter. Default: yes. */
  isOffered?: (filter: Readonly<Record<string, unknown>>) => boolean
  isDanger?: boolean
}

/** An act on all rows that match a filter: the endpoint that counts the rows, and the endpoint that does the act. */
export interface PlainActOnAll extends OnAll {
  use: Endpoint & { body: z.ZodType; answer: typeof batchAnswer }
  /** Whether it deletes personal data. */
  losesPersonalData?: boolean
  /** A warning that the act cannot be undone; the confirmation shows it first, and asks to type a large number. */
  warning?: string
}

/** The rows that an act is about: the filter, and what was counted of it. */
export interface CountedRows {
  filter: Readonly<Record<string, unknown>>
  counted: BatchCount
}

/** An act that is given something besides the rows: a dialog of the page asks for it, and sends it. */
export interface AskingActOnAll extends OnAll {
  use: Endpoint
  ask: (rows: CountedRows) => void
}

export type ActOnAll = PlainActOnAll | AskingActOnAll
