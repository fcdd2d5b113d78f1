import { hostname } from 'node:os'
import type {
  InstanceFacts,
  InstancePool,
  InstanceRole,
  Risk,
} from '@kabao/contract/operations/operation-instance'
import type pg from 'pg'
import { build } from '../base/version.ts'
import type { Db } from '../db/client.ts'
import type { Listener } from '../db/listen.ts'
import { migrationNames } from '../db/schema-state.ts'
import type { Reads } from '../http/reads.ts'
import { memory, openMeter, poolFacts } from './measure.ts'
import { removeRow, writeRow } from './row.ts'

/** This instance, which tells the database every few seconds that it runs. */
export interface Instance {
  /** Tells it now, because something changed. */
  beat(): void
  /** Tells it no more, and removes the row. */
  stop(): Promise<void>
}

/** What an instance says of itself and cannot measure. */
export interface Declared {
  roles: readonly InstanceRole[]
  pools: Partial<Record<InstancePool, pg.Pool>>
  risks: readonly Risk[]
  /** Default: this build. */
  build?: { number: string; commit: string }
}

export interface InstanceOptions extends Declared {
  /** Made anew at each start. */
  id: string
  /** A pool that calls do not use up. */
  db: Db
  listener: Listener
  reads: Reads
  isDraining: () => boolean
  /** Is told the first of several failures in a row. */
  report: (error: unknown) => void
  beatMs?: number
}

/** The pause between two heartbeats, in milliseconds. */
const standardBeatMs = 5_000
/** How long removing the row may take, in milliseconds: it also goes by itself. */
const removeMs = 1_000

/** Starts the heartbeat. */
export async function createInstance(options: InstanceOptions): Promise<Instance> {
  const { id, db, listener, reads, isDraining, report, beatMs = standardBeatMs } = options
  const meter = openMeter()
  const { number: version, commit } = options.build ?? build
  const startedAt = new Date(Date.now() - process.uptime() * 1_000)
  const fixed = { id, host: hostname(), pid: process.pid, version, commit, node: process.versions.node }
  const migration = (await migrationNames()).at(-1) ?? ''
  let isStopped = false
  let isFailing = false
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const facts = (): InstanceFacts => ({
    pools: poolFacts(options.pools),
    loop: meter.loop(),
    memory: memory(),
    listenerMs: listener.silentMs(),
    replica: reads.replica(),
    migration,
    risks: [...options.risks],
  })
  const write = async () => {
    clearTimeout(timer)
    if (isStopped) return
    const row = { ...fixed, roles: [...options.roles], startedAt, isDraining: isDraining(), facts: facts() }
    try {
      await writeRow(db, row)
      isFailing = false
    } catch (error) {
      if (!isFailing && !isStopped) report(error)
      isFailing = true
    }
    if (!isStopped) timer = setTimeout(beat, beatMs).unref()
  }
  const beat = () => {
    writing = writing.then(write)
  }
  beat()

  return {
    beat,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      meter.stop()
      const removed = writing.then(() => removeRow(db, id)).catch(() => undefined)
      await Promise.race([removed, new Promise((resolve) => setTimeout(resolve, removeMs).unref())])
    },
  }
}
