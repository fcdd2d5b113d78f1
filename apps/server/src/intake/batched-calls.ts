import type { Problem } from '#platform/base/problem'
import { type Batcher, createBatcher, type Shedding } from '#platform/batcher'
import type { Db } from '#platform/db/client'
import type { Meters } from '#platform/metrics/meters'
import { withPartitions } from '#platform/partitions/missing'
import type { Answered, Sealed } from './answered.ts'
import { answeredIn, refusalOf } from './entrance.ts'
import { type Entry, enter, giveBack, storeAnswers } from './entry.ts'

/** One call that is done together with others. */
export interface BatchedCall<I> {
  entry: Entry
  input: I
  /** The text of the envelope of its answer. */
  text(answer: unknown): string
}

/** How long calls are gathered while no batch runs, in milliseconds; the next batch gathers while one runs. */
const idleMs = 10

/**
 * Gathers the calls of one endpoint. A batch uses up the nonces, claims the idempotency keys, does the work and stores the answers
 * in one transaction.
 * @param name of the batches, in the metrics
 * @param act does the work of several calls; it returns the answer or the refusal of each, in their order
 */
export const batchCalls = <I>(
  name: string,
  {
    db,
    sealed,
    meters,
    shedding,
  }: { db: Db; sealed: Sealed; meters: Meters; shedding: (name: string) => Shedding },
  act: (write: Db, inputs: readonly I[]) => Promise<readonly (object | Problem)[]>,
): Batcher<BatchedCall<I>, Answered> =>
  createBatcher({
    idleMs,
    note: (calls, seconds) => meters.batch(name, calls, seconds),
    shedding: shedding(name),
    run: (calls) =>
      withPartitions(db, () =>
        db.transaction().execute(async (write) => {
          const entered = await enter(
            write,
            calls.map(({ entry }) => entry),
          )
          const admitted = calls.filter((_, index) => entered[index]?.result === 'entered')
          const outcomes =
            admitted.length === 0
              ? []
              : await act(
                  write,
                  admitted.map(({ input }) => input),
                )
          const done = admitted.map((call, index) => {
            const outcome = outcomes[index] as object | Problem
            return outcome instanceof Error
              ? { call, problem: outcome, text: '' }
              : { call, problem: null, text: call.text(outcome) }
          })
          await storeAnswers(
            write,
            done
              .filter(({ problem }) => !problem)
              .map(({ call, text }) => ({ entry: call.entry, answerSealed: sealed.seal(text) })),
          )
          await giveBack(
            write,
            done.filter(({ problem }) => problem).map(({ call }) => call.entry),
          )
          const byCall = new Map(done.map((one) => [one.call, one]))
          return calls.map((call, at): Answered | Error => {
            const one = byCall.get(call)
            if (one) return one.problem ?? { text: one.text, isRepeat: false }
            const result = entered[at]
            if (!result) return new Error('A call has no entry')
            return refusalOf(result) ?? { text: answeredIn(result, sealed) ?? '', isRepeat: true }
          })
        }),
      ),
  })
