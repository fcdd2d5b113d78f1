import type { JudgmentName } from '@kabao/contract/operations/operation-judgment'
import { above, type Judge, judged, listed, orFine } from './judge.ts'

/** From when on what waits is late, and from when on nobody takes it, in seconds. */
const late = { queue: 120, steps: 60, figures: 60, check: 36 * 3_600 }
const stuck = { queue: 900, steps: 300, figures: 600 }
/** Errors of the service within two hours that are more than a few. */
const manyErrors = 100

const waits = (
  seconds: number | null,
  [isLate, isStuck]: readonly [number, number],
  [lateName, stuckName]: readonly [JudgmentName, JudgmentName],
) =>
  above(seconds, [
    [isStuck, stuckName],
    [isLate, lateName],
  ])

export const judgeQueues: Judge<'queues'> = ({ busy, waiting, active, failed }) => {
  const found = busy.map(({ title, oldestSeconds }) => {
    const name = waits(oldestSeconds, [late.queue, stuck.queue], ['queueWaits', 'queueStuck'])
    return name && judged(name, { names: title, seconds: oldestSeconds ?? 0 })
  })
  const names = listed(busy.filter((each) => each.failed > 0).map(({ title }) => title))
  return orFine(
    [...found, failed > 0 ? judged('jobsFailed', { count: failed, names }) : null],
    judged('queuesFine', { waiting, active }),
  )
}

export const judgePipeline: Judge<'pipeline'> = ({ steps, payments, troubles }) => {
  const bounds = [late.steps, stuck.steps] as const
  const step = waits(steps.oldestSeconds, bounds, ['stepsLate', 'stepsStuck'])
  const payment = waits(payments.oldestSeconds, bounds, ['paymentsLate', 'paymentsStuck'])
  return orFine(
    [
      step && judged(step, { seconds: steps.oldestSeconds ?? 0, count: steps.due }),
      payment && judged(payment, { seconds: payments.oldestSeconds ?? 0, count: payments.due }),
      troubles > 0 ? judged('troublesWait', { count: troubles }) : null,
    ],
    judged('pipelineFine', { count: steps.due }),
  )
}

export const judgeBreakers: Judge<'breakers'> = (breakers) => [
  breakers.length > 0
    ? judged('breakersOpen', { names: listed(breakers.map(({ name }) => name)) })
    : judged('breakersFine'),
]

export const judgeStatistics: Judge<'statistics'> = ({ lagSeconds }) => {
  const name = waits(lagSeconds, [late.figures, stuck.figures], ['statisticsLate', 'statisticsStuck'])
  return [judged(name ?? 'statisticsFine', { seconds: lagSeconds })]
}

export const judgeErrors: Judge<'errors'> = ({ occurrences, ofServer }) => {
  if (ofServer > 0)
    return [judged(ofServer > manyErrors ? 'errorsMany' : 'errorsOfServer', { count: ofServer })]
  return [occurrences > 0 ? judged('errorsOther', { count: occurrences }) : judged('errorsFine')]
}

const age = (at: string, now: number) => Math.max(0, Math.round((now - Date.parse(at)) / 1_000))

/** @param now in milliseconds since 1970 */
export const judgeLedger =
  (now: number): Judge<'ledger'> =>
  ({ check }) => {
    if (check === null) return [judged('ledgerUnchecked')]
    const seconds = age(check.finishedAt, now)
    if (check.faults > 0 || !check.sumsAgree)
      return [judged('ledgerBroken', { count: check.faults + (check.sumsAgree ? 0 : 1) })]
    if (seconds > late.check) return [judged('ledgerOld', { seconds })]
    return [judged('ledgerFine', { seconds, count: check.transfers })]
  }

/** @param now in milliseconds since 1970 */
export const judgeReconcile =
  (now: number): Judge<'reconcile'> =>
  ({ open, oldestAt }) => [
    open > 0
      ? judged('differencesOpen', { count: open, seconds: oldestAt === null ? 0 : age(oldestAt, now) })
      : judged('reconcileFine'),
  ]
