import type { OperationFacts } from '@kabao/contract/operations/operation'
import { type Judgment, levels, type OperationPart } from '@kabao/contract/operations/operation-judgment'
import { judgeBackup, judgeDatabase, judgePartitions, judgeReplication } from './database.ts'
import { judgeInstances } from './instances.ts'
import { type Judge, levelOf } from './judge.ts'
import { judgeSettings } from './settings.ts'
import {
  judgeBreakers,
  judgeErrors,
  judgeLedger,
  judgePipeline,
  judgeQueues,
  judgeReconcile,
  judgeStatistics,
} from './work.ts'

/** Judges every part that has facts; what somebody must act on comes first. @param now in milliseconds since 1970 */
export function judgeAll(facts: OperationFacts, now: number): Judgment[] {
  const judges: { [P in OperationPart]: Judge<P> } = {
    instances: judgeInstances,
    settings: judgeSettings,
    database: judgeDatabase,
    replication: judgeReplication,
    backup: judgeBackup(now),
    partitions: judgePartitions,
    queues: judgeQueues,
    pipeline: judgePipeline,
    breakers: judgeBreakers,
    statistics: judgeStatistics,
    errors: judgeErrors,
    ledger: judgeLedger(now),
    reconcile: judgeReconcile(now),
  }
  const found = (Object.keys(judges) as OperationPart[]).flatMap((part) => {
    const own = facts[part]
    return own === null ? [] : (judges[part] as (own: unknown, all: OperationFacts) => Judgment[])(own, facts)
  })
  const rank = (judgment: Judgment) => -levels.indexOf(levelOf(judgment))
  return found.toSorted((one, other) => rank(one) - rank(other))
}
