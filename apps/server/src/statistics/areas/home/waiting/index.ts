import { type WaitingItem, waitingKinds } from '@kabao/contract/statistics/home'
import { holds } from '#platform/callers/holds'
import { feedbackWaiting } from './feedback.ts'
import { type Asked, countEach } from './kind.ts'
import { moneyWaiting } from './money.ts'
import { ownWaiting } from './own.ts'
import { pipelineWaiting } from './pipeline.ts'

const all = [...feedbackWaiting, ...moneyWaiting, ...pipelineWaiting, ...ownWaiting].toSorted(
  (one, other) => waitingKinds.indexOf(one.kind) - waitingKinds.indexOf(other.kind),
)

/** What waits for the caller, the most urgent first: only kinds with items whose list the caller may open. */
export async function findWaiting(asked: Asked): Promise<WaitingItem[]> {
  const mine = all.filter(({ needs }) => holds(asked.caller, ...needs))
  const counts = await countEach(
    asked.db,
    mine.map(({ rows }) => rows(asked)),
  )
  return mine.flatMap(({ kind, link }, index) => {
    const count = counts[index] as number
    return count > 0 ? [{ kind, count, link: link(asked) }] : []
  })
}
