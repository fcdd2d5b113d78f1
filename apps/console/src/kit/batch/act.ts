import type { BatchActName, batchAnswer, batchCount } from '@kabao/contract/batch-body'
import type { Endpoint } from '@kabao/contract/kernel'
import type * as z from 'zod'

/** An act on all that match a filter: how many it would change, and the act. */
export interface ActOnAll {
  name: BatchActName
  count: Endpoint & { body: z.ZodType; answer: typeof batchCount }
  use: Endpoint & { body: z.ZodType; answer: typeof batchAnswer }
  isDanger?: boolean
  /** What cannot be taken back; the question says it first. */
  warning?: string
}
