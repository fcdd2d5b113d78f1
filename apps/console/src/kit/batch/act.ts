import type { BatchActName, batchAnswer, batchCount } from '@kabao/contract/batch-body'
import type { Endpoint } from '@kabao/contract/kernel'
import type * as z from 'zod'

/** An act on all rows that match a filter: the endpoint that counts the rows, and the endpoint that does the act. */
export interface ActOnAll {
  name: BatchActName
  count: Endpoint & { body: z.ZodType; answer: typeof batchCount }
  use: Endpoint & { body: z.ZodType; answer: typeof batchAnswer }
  /** Whether the act is possible for any row that matches the filter. Default: yes. */
  isOffered?: (filter: Readonly<Record<string, unknown>>) => boolean
  isDanger?: boolean
  /** Whether it deletes personal data. */
  losesPersonalData?: boolean
  /** A warning that the act cannot be undone; the confirmation shows it first, and asks to type a large number. */
  warning?: string
}
