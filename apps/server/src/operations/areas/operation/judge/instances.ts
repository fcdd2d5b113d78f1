import { type InstanceRow, instanceRoles } from '@kabao/contract/operations/operation-instance'
import type { Judgment } from '@kabao/contract/operations/operation-judgment'
import { above, type Judge, judged, listed, orFine } from './judge.ts'

type Live = InstanceRow & { facts: NonNullable<InstanceRow['facts']> }

/** From when an instance has a judgment, in milliseconds and in shares. */
const loopLateMs = 100
const loopStuckMs = 500
const memoryHigh = 0.85
const memoryFull = 0.95
const listenerMs = 15_000
const clockMs = 2_000

/** How an instance is named: by its host, and its process if the host has several. */
export const nameOf = ({ host, pid }: InstanceRow, all: readonly InstanceRow[]): string =>
  all.filter((other) => other.host === host).length > 1 ? `${host} (${pid})` : host

const versionOf = ({ version, commit }: InstanceRow) =>
  commit === '' ? version : `${version}+${commit.slice(0, 12)}`

export const judgeInstances: Judge<'instances'> = (rows) => {
  const live = rows.filter(({ isSilent }) => !isSilent)
  const versions = [...new Set(live.map(versionOf))]
  const missing = instanceRoles.filter((role) => !live.some(({ roles }) => roles.includes(role)))
  const silent = rows.filter(({ isSilent }) => isSilent)
  return orFine(
    [
      missing.length > 0 ? judged('roleMissing', { roles: listed(missing) }) : null,
      ...silent.map((row) =>
        judged('instanceSilent', { names: nameOf(row, rows), seconds: row.beatSeconds }),
      ),
      versions.length > 1 ? judged('versionsDiffer', { versions: listed(versions) }) : null,
      ...live
        .filter((row): row is Live => row.facts !== null)
        .flatMap((row) => judgeOne(row, nameOf(row, rows))),
    ],
    judged('instancesFine', { count: live.length, version: listed(versions) }),
  )
}

function judgeOne({ facts, clockMs: off }: Live, names: string): Judgment[] {
  const found: (Judgment | null)[] = facts.pools.map(({ waiting, limit }) =>
    waiting === 0 ? null : judged(waiting > limit ? 'poolStuck' : 'poolWaits', { names, count: waiting }),
  )
  const loop = above(facts.loop.p99Ms, [
    [loopStuckMs, 'loopStuck'],
    [loopLateMs, 'loopLate'],
  ])
  if (loop) found.push(judged(loop, { names, ms: Math.round(facts.loop.p99Ms) }))
  const used = usedMemory(facts)
  const memory = above(used, [
    [memoryFull, 'memoryFull'],
    [memoryHigh, 'memoryHigh'],
  ])
  if (memory) found.push(judged(memory, { names, percent: Math.round(used * 100) }))
  if ((facts.listenerMs ?? Number.POSITIVE_INFINITY) > listenerMs)
    found.push(judged('listenerDeaf', { names }))
  if (Math.abs(off) > clockMs) found.push(judged('clockOff', { names, ms: Math.abs(off) }))
  return found.filter((each) => each !== null)
}

/** The greater share of what the heap and the container allow. */
const usedMemory = ({ memory }: Live['facts']): number =>
  Math.max(
    memory.heapBytes / memory.heapLimitBytes,
    memory.limitBytes === null ? 0 : memory.rssBytes / memory.limitBytes,
  )
