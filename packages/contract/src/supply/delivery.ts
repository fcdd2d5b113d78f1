import * as z from 'zod'
import { id, instant } from '../kernel/kernel.ts'
import type { Words } from '../kernel/language.ts'
import { pushStages, pushStatuses } from '../users/push-status.ts'

/** How far back the delivery of an organization is shown. */
export const deliverySpans = ['day', 'week'] as const

const hour = z.object({
  /** When the hour begins. */
  at: instant,
  calls: z.int(),
  /** Calls without an answer, or answered with a status of 500 or above. */
  failures: z.int(),
  /** In milliseconds. */
  meanMs: z.int(),
  slowestMs: z.int(),
})
const failure = z.object({
  pushId: id,
  at: instant,
  stage: z.enum(pushStages),
  status: z.enum(pushStatuses),
  /** The code of what went wrong in the last call; null: nothing was called, or it was answered. */
  error: z.string().nullable(),
  httpStatus: z.int().nullable(),
})
const problem = z.object({
  id,
  /** `partner.reply`, and what it was about. */
  name: z.string(),
  detail: z.string(),
  stage: z.string().nullable(),
  count: z.int(),
  lastAt: instant,
})

const delivery = z.object({
  /** The open breaker; null: people are sent. */
  breaker: z.object({ openedAt: instant, probeAt: instant }).nullable(),
  /** Until when the organization asked not to be called; null: it did not. */
  pausedUntil: instant.nullable(),
  /** The most calls of one instance of the service, at once and in a second. */
  limits: z.object({ atOnce: z.int(), perSecond: z.int() }),
  /** Only hours with calls, the oldest first. */
  hours: z.array(hour),
  /** Each counted up to 1,000; `people` wait until one of its plans can take them. */
  waiting: z.object({ pending: z.int(), unknown: z.int(), dead: z.int(), people: z.int() }),
  /** The latest pushes that failed or are unclear. */
  failures: z.array(failure),
  /** What is wrong with the organization itself, grouped, the latest first. */
  problems: z.array(problem),
})
delivery.register(z.globalRegistry, { id: 'Delivery' })

/** How the calls to the organizations of a list go, within their area. */
export const deliveryEndpoints = <const P extends `/${string}`>(
  path: P,
  { affects, what: [zh, en] }: { affects: readonly string[]; what: Words },
) =>
  ({
    delivery: {
      method: 'GET',
      path: `${path}/{id}/delivery`,
      kind: 'read',
      summary: [`查看${zh}的推送健康`, `View the delivery health of ${en}`],
      query: z.strictObject({ span: z.enum(deliverySpans, 'choice').default('day') }),
      answer: delivery,
    },
    closeBreaker: {
      method: 'POST',
      path: `${path}/{id}/breaker/close`,
      kind: 'write',
      affects,
      summary: [`恢复${zh}的推送（关闭熔断）`, `Close the breaker of ${en}`],
      answer: z.null(),
    },
  }) as const

export type Delivery = z.output<typeof delivery>
