import * as z from 'zod'

/** What a trial order asks for, in fen. */
export const trialFen = 1

/** A call to the provider, with personal data and secrets masked. */
const call = z.object({
  step: z.enum(['create', 'query', 'close']),
  method: z.enum(['GET', 'POST', 'PUT']),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
  /** Why there is no answer: a code of the outgoing calls. */
  why: z.string().nullable(),
  status: z.int().nullable(),
  ms: z.int().nullable(),
  answerHeaders: z.record(z.string(), z.string()).nullable(),
  /** The beginning of the answer. */
  answer: z.string().nullable(),
})
call.register(z.globalRegistry, { id: 'CollectionTrialCall' })
export type TrialCall = z.output<typeof call>

const trial = z.object({
  /** Begins with `TEST`, at the provider too. */
  orderNo: z.string(),
  amountFen: z.int(),
  /** Whether the provider took the order and knows it. */
  works: z.boolean(),
  /** Why not; null if it works. */
  reason: z.string().nullable(),
  /** What a person would open to pay; null if the provider took no order. */
  pay: z.string().nullable(),
  calls: z.array(call),
})
trial.register(z.globalRegistry, { id: 'CollectionTrial' })
export type CollectionTrial = z.output<typeof trial>

/** The call that tries a collection channel with an order. */
export const trialCalls = {
  trial: {
    protection: ['audit'],
    method: 'POST',
    path: '/payConfig/collection/{id}/trial',
    kind: 'write',
    staged: true,
    point: 'update',
    affects: ['collection'],
    summary: ['用测试订单测试收款渠道', 'Test collection channels by a trial order'],
    answer: trial,
  },
} as const
