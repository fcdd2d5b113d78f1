import type { BackupFacts, DatabaseFacts } from '@kabao/contract/operations/operation-database'
import { nameOf } from './instances.ts'
import { above, type Judge, judged, listed, orFine } from './judge.ts'
import { isTrial } from './settings.ts'

const gigabyte = 1_073_741_824
const dayAndAHalf = 36 * 3_600

export const judgeDatabase: Judge<'database'> = (facts, { instances }) => {
  const { used, limit } = facts.connections
  const connections = above(used / limit, [
    [0.9, 'connectionsFull'],
    [0.7, 'connectionsHigh'],
  ])
  const frozen = above(facts.frozenAge, [
    [1_000_000_000, 'frozenTooOld'],
    [500_000_000, 'frozenOld'],
  ])
  // The replica and the address of the open API are not this server's; the connection that listens is in no pool.
  const live = (instances ?? []).filter(({ isSilent }) => !isSilent)
  const wanted = live
    .flatMap((row) => row.facts?.pools ?? [])
    .filter(({ name }) => name !== 'reads' && name !== 'intake')
    .reduce((sum, pool) => sum + pool.limit, live.length)
  return orFine(
    [
      facts.isPrimary ? null : judged('notPrimary'),
      connections && judged(connections, { percent: Math.round((used / limit) * 100) }),
      wanted > limit ? judged('poolsExceed', { count: wanted, limit }) : null,
      frozen && judged(frozen, { count: facts.frozenAge }),
      archiveFails(facts) ? judged('archiveFails') : null,
    ],
    judged('databaseFine', { used, limit }),
  )
}

/** Whether the newest try to archive the log failed. */
const archiveFails = ({ archive }: DatabaseFacts) =>
  archive !== null &&
  archive.failedAt !== null &&
  (archive.lastAt === null || archive.failedAt > archive.lastAt)

export const judgeReplication: Judge<'replication'> = ({ standbys, slots, wantsSync }, { instances }) => {
  const hidden = standbys.filter(({ status }) => status === null).length
  const seen = standbys.filter(({ status }) => status !== null)
  const unread = (instances ?? []).filter(
    ({ isSilent, facts }) => !isSilent && facts?.replica?.isUsed === false,
  )
  const found = [
    wantsSync && hidden === 0 && !seen.some(({ isSync }) => isSync) ? judged('syncMissing') : null,
    ...seen.map(({ name, lagBytes, lagSeconds }) => {
      const isFar = (lagBytes ?? 0) > gigabyte || (lagSeconds ?? 0) > 300
      const lags = (lagBytes ?? 0) > gigabyte / 16 || (lagSeconds ?? 0) > 30
      const values = { names: name, bytes: lagBytes ?? 0, seconds: Math.round(lagSeconds ?? 0) }
      return lags ? judged(isFar ? 'standbyFar' : 'standbyLags', values) : null
    }),
    ...slots.map(({ name, isActive, keptBytes }) => {
      const values = { names: name, bytes: keptBytes ?? 0 }
      return isActive ? null : judged((keptBytes ?? 0) > 8 * gigabyte ? 'slotFull' : 'slotIdle', values)
    }),
    unread.length > 0
      ? judged('replicaUnused', { names: listed(unread.map((row) => nameOf(row, instances ?? []))) })
      : null,
    hidden > 0 ? judged('replicationHidden', { count: hidden }) : null,
  ]
  const fine = standbys.length === 0 ? 'replicationNone' : 'replicationFine'
  return orFine(found, judged(fine, { count: standbys.length }))
}

/** @param now in milliseconds since 1970 */
export const judgeBackup = (now: number): Judge<'backup'> => {
  const age = (at: string) => Math.max(0, Math.round((now - Date.parse(at)) / 1_000))
  return ({ last, good }: BackupFacts, all) => {
    const fine = good && judged('backupFine', { seconds: age(good.startedAt), bytes: good.bytes ?? 0 })
    const running = last?.status === 'running' ? judged('backupRuns', { seconds: age(last.startedAt) }) : null
    const found = [
      last?.status === 'failed' ? judged('backupFailed', { failure: last.failure ?? '' }) : null,
      good === null ? judged(isTrial(all) ? 'backupNoneYet' : 'backupNone') : null,
      good && age(good.startedAt) > dayAndAHalf
        ? judged('backupOld', { seconds: age(good.startedAt) })
        : null,
      good?.missingFiles ? judged('backupFilesMissing', { count: good.missingFiles }) : null,
    ]
    return [...orFine(found, fine ?? judged('backupNone')), ...(running ? [running] : [])]
  }
}

export const judgePartitions: Judge<'partitions'> = (tables) => {
  const short = tables.filter(({ isShort }) => isShort)
  const overdue = tables.filter(({ isOverdue }) => isOverdue).map(({ name }) => name)
  const least = (of: typeof tables) => Math.min(...of.map(({ aheadSeconds }) => aheadSeconds))
  return orFine(
    [
      short.length > 0
        ? judged('partitionsShort', {
            names: listed(short.map(({ name }) => name)),
            seconds: least(short),
          })
        : null,
      overdue.length > 0 ? judged('partitionsKept', { names: listed(overdue) }) : null,
    ],
    judged('partitionsFine', { count: tables.length, seconds: tables.length === 0 ? 0 : least(tables) }),
  )
}
