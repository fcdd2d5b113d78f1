import type { BatchActName, batchAnswer, batchCount } from '@kabao/contract/batch-body'
import type { Endpoint } from '@kabao/contract/kernel'
import type * as z from 'zod'

/** An act on all rows that match a filter: the endpoint that counts the rows, and the endpoint that does the act. */
export interface ActOnAll {
  name: BatchActName
  count: Endpoint & { body: z.ZodType; answer: typeof batchCount }
  use: Endpoint & { body: z.ZodType; answer: typeof batchAnswer }
  isDanger?: boolean
  /** A warning that the act cannot be undone; the confirmation shows it first. */
  warning?: string
}
