import { type Meters, noMeters, secondsSince } from '#platform/metrics/meters'
import { inSpan } from '#platform/tracing/tracing'
import { askAboutOrder } from './ask-order.ts'
import { againIn, claimDue, type Due, type DueKind } from './due-work.ts'
import { takeOver } from './notices.ts'
import { lookAfterOrder } from './order-step.ts'
import type { Paying } from './payment-context.ts'
import { doRefund } from './refunds.ts'

export interface PaymentLimits {
  /** The most steps under way at once on this instance. */
  concurrent: number
  /** How long after a claim a step comes due again; longer than any step takes. In milliseconds. */
  leaseMs: number
  /** The pause after which due steps are looked for again, in milliseconds. */
  idleMs: number
}

export const standardLimits: PaymentLimits = { concurrent: 16, leaseMs: 120_000, idleMs: 250 }

export interface PaymentWorker {
  /** Claims no more steps, and waits for those under way. */
  stop(): Promise<void>
}

const steps: Record<DueKind, (paying: Paying, due: Due) => Promise<void>> = {
  order: lookAfterOrder,
  refund: doRefund,
  notice: takeOver,
  ask: askAboutOrder,
}

/** The longest pause after a step that failed here, in milliseconds. */
const longestPause = 300_000

/**
 * Does what is due about orders and refunds. All progress is in the rows, so that instances can be added, stopped and killed
 * at any time: the steps of a killed one come due again when their lease ends.
 */
export function startPayments(
  paying: Paying,
  { concurrent, leaseMs, idleMs }: PaymentLimits = standardLimits,
  meters: Meters = noMeters,
): PaymentWorker {
  const { db, log } = paying
  const running = new Set<Promise<void>>()
  let isStopping = false
  let wake: () => void = () => undefined

  async function work(due: Due) {
    const begun = performance.now()
    try {
      const attributes = { 'kabao.step': due.kind }
      await inSpan({ name: `payment ${due.kind}`, kind: 'internal', attributes, parent: null }, () =>
        steps[due.kind](paying, due),
      )
      meters.paymentStep(due.kind, 'done', secondsSince(begun))
    } catch (error) {
      meters.paymentStep(due.kind, 'failed', secondsSince(begun))
      log.error({ err: error, step: due.kind, refId: due.refId }, 'a step of a payment failed')
      await againIn(db, due, Math.min(longestPause, 500 * 2 ** Math.min(due.claims, 10)), false).catch(
        () => undefined,
      )
    }
  }

  async function loop() {
    while (!isStopping) {
      const free = concurrent - running.size
      const due =
        free === 0
          ? []
          : await claimDue(db, { most: free, leaseMs }).catch((error: unknown) => {
              log.warn({ err: error }, 'due steps of payments could not be claimed')
              return []
            })
      for (const each of due) {
        const working = work(each).finally(() => running.delete(working))
        running.add(working)
      }
      if (due.length < free || free === 0) await pause()
    }
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      if (isStopping) return resolve()
      const timer = setTimeout(resolve, idleMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const looping = loop()
  return {
    async stop() {
      isStopping = true
      wake()
      await looping
      await Promise.all(running)
    },
  }
}
