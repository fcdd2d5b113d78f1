import { Counter, Histogram, type Registry } from 'prom-client'
import type { ShedReason } from '../batcher.ts'

/** What the parts of an instance count as they work. No label has a value that a person typed, or one for each row. */
export interface Meters {
  jobRun(job: string, outcome: 'done' | 'failed' | 'ended', seconds: number): void
  pipelineStep(kind: string, outcome: StepOutcome, seconds: number): void
  paymentStep(kind: string, outcome: StepOutcome, seconds: number): void
  /** Deliveries of a target were made together. */
  delivery(kind: string, outcome: StepOutcome, seconds: number): void
  /** A push ended, or became unclear, by a call of the pipeline. */
  pushEnded(outcome: string): void
  partnerCall(purpose: string, outcome: string, seconds: number): void
  /** Calls of the partner API were done together. */
  batch(name: string, calls: number, seconds: number): void
  /** A call was refused, or not begun, because there was no time or place for it. */
  shed(where: string, reason: ShedReason | 'busy'): void
}

export type StepOutcome = 'done' | 'failed'

/** Counts nothing: for a part that runs by itself. */
export const noMeters: Meters = {
  jobRun: () => undefined,
  pipelineStep: () => undefined,
  paymentStep: () => undefined,
  delivery: () => undefined,
  pushEnded: () => undefined,
  partnerCall: () => undefined,
  batch: () => undefined,
  shed: () => undefined,
}

const short = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** A call to a partner may take two minutes, and so may the step that makes it. */
const withCalls = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]
const long = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600]

/** Meters whose metrics are in the registry. */
export function createMeters(registry: Registry): Meters {
  const timed = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers: [registry] })
  const jobs = timed('job_run_duration_seconds', 'Time of a run of a job', ['job_name', 'outcome'], long)
  const steps = timed(
    'pipeline_step_duration_seconds',
    'Time of a step of the pipeline, with the calls to organizations in it',
    ['kind', 'outcome'],
    withCalls,
  )
  const payments = timed(
    'payment_step_duration_seconds',
    'Time of a step of an order, a refund or a notice, with the calls to providers in it',
    ['kind', 'outcome'],
    withCalls,
  )
  const deliveries = timed(
    'delivery_duration_seconds',
    'Time of deliveries of a target that are made together, with the calls in it',
    ['kind', 'outcome'],
    withCalls,
  )
  const pushes = new Counter({
    name: 'pipeline_pushes_total',
    help: 'Pushes that ended or became unclear by a call of the pipeline',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const calls = timed(
    'partner_call_duration_seconds',
    'Time of a call to a partner, by what it is for and the class of its status, or why there is none',
    ['purpose', 'outcome'],
    withCalls,
  )
  const sizes = timed(
    'intake_batch_calls',
    'Calls of the partner API that were done in one transaction',
    ['batch'],
    [1, 2, 5, 10, 20, 50, 100, 200],
  )
  const sheds = new Counter({
    name: 'shed_calls_total',
    help: 'Calls that were answered 503 or not begun: late (waited too long), full (too many before it), gone (its caller closed the connection), busy (the database had no time or place)',
    labelNames: ['where', 'reason'],
    registers: [registry],
  })
  const batches = timed('intake_batch_duration_seconds', 'Time of such a transaction', ['batch'], short)
  return {
    jobRun: (job, outcome, seconds) => jobs.observe({ job_name: job, outcome }, seconds),
    pipelineStep: (kind, outcome, seconds) => steps.observe({ kind, outcome }, seconds),
    delivery: (kind, outcome, seconds) => deliveries.observe({ kind, outcome }, seconds),
    paymentStep: (kind, outcome, seconds) => payments.observe({ kind, outcome }, seconds),
    pushEnded: (outcome) => pushes.inc({ outcome }),
    partnerCall: (purpose, outcome, seconds) => calls.observe({ purpose, outcome }, seconds),
    shed: (where, reason) => sheds.inc({ where, reason }),
    batch(name, count, seconds) {
      sizes.observe({ batch: name }, count)
      batches.observe({ batch: name }, seconds)
    },
  }
}

/** Seconds since a `performance.now()`. */
export const secondsSince = (begun: number): number => (performance.now() - begun) / 1_000
