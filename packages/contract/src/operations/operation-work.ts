import * as z from 'zod'
import { id, instant } from '../kernel/kernel.ts'

/** Counts end at one more than this. */
export const mostCounted = 10_000

const queue = z.object({
  name: z.string(),
  /** In the reader's language. */
  title: z.string(),
  waiting: z.int(),
  active: z.int(),
  /** Within a day. */
  failed: z.int(),
  /** How long the one that waits longest could have begun. */
  oldestSeconds: z.number().nullable(),
})
queue.register(z.globalRegistry, { id: 'QueueBacklog' })

export const queueFacts = z.object({
  waiting: z.int(),
  active: z.int(),
  failed: z.int(),
  oldestSeconds: z.number().nullable(),
  /** The job that is scheduled next. */
  next: z.object({ title: z.string(), at: instant }).nullable(),
  /** The jobs of which any run waits, runs or failed. */
  busy: z.array(queue),
})
queueFacts.register(z.globalRegistry, { id: 'QueueFacts' })

const backlog = z.object({ due: z.int(), oldestSeconds: z.number().nullable() })
backlog.register(z.globalRegistry, { id: 'DueBacklog' })

export const pipelineFacts = z.object({
  /** Steps of people that are due and that nobody has claimed. */
  steps: backlog,
  /** The same of orders, refunds and notices. */
  payments: backlog,
  /** People who wait until a plan can take them. */
  waiting: z.int(),
  /** Pushes that a person must look at. */
  troubles: z.int(),
})
pipelineFacts.register(z.globalRegistry, { id: 'PipelineFacts' })

export const statisticsFacts = z.object({
  /** What was committed until then is in the figures. */
  upTo: instant,
  lagSeconds: z.number(),
  /** Transfers that the sums by day do not have yet. */
  ledgerWaiting: z.int(),
})
statisticsFacts.register(z.globalRegistry, { id: 'StatisticsFacts' })

const breaker = z.object({
  /** The organization or the collection channel. */
  id,
  name: z.string(),
  /** The page with its details. */
  page: z.enum(['OrgList', 'OrgUvList', 'PayConfigList']),
  /** `halfOpen`: the next call finds out whether the partner is back. */
  status: z.enum(['open', 'halfOpen']),
  openedAt: instant.nullable(),
  probeAt: instant,
})
breaker.register(z.globalRegistry, { id: 'Breaker' })
export const breakerFacts = z.array(breaker)

export const errorFacts = z.object({
  /** The beginning of the hour before this one. */
  since: instant,
  errors: z.int(),
  occurrences: z.int(),
  /** Those of the service itself. */
  ofServer: z.int(),
})
errorFacts.register(z.globalRegistry, { id: 'ErrorFacts' })

export const ledgerFacts = z.object({
  check: z
    .object({ finishedAt: instant, transfers: z.number(), faults: z.int(), sumsAgree: z.boolean() })
    .nullable(),
  isChecking: z.boolean(),
})
ledgerFacts.register(z.globalRegistry, { id: 'LedgerCheckFacts' })

export const reconcileFacts = z.object({ open: z.int(), oldestAt: instant.nullable() })
reconcileFacts.register(z.globalRegistry, { id: 'ReconcileFacts' })

export type QueueFacts = z.output<typeof queueFacts>
export type PipelineFacts = z.output<typeof pipelineFacts>
export type StatisticsFacts = z.output<typeof statisticsFacts>
export type BreakerFacts = z.output<typeof breakerFacts>
export type ErrorFacts = z.output<typeof errorFacts>
export type LedgerFacts = z.output<typeof ledgerFacts>
export type ReconcileFacts = z.output<typeof reconcileFacts>
