import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Db } from '../db/client.ts'
import { isConnectionLost } from '../db/lost.ts'

export interface Sample {
  labels?: Record<string, string>
  value: number
}

/** Some gauges whose values are in the database, found by one cheap query: its cost does not grow with the number of rows. */
export interface GaugeGroup {
  /** Unique; a label of the failures. */
  name: string
  /** The help of each gauge, by its name. */
  gauges: Record<string, string>
  /** Of all its gauges; their values are few and known beforehand. */
  labelNames?: readonly string[]
  /** The samples of each gauge; a gauge without samples is left out of the answer. */
  read(db: Db): Promise<Record<string, readonly Sample[]>>
}

export interface ReadingLimits {
  /** For how long what was read is answered without reading again, in milliseconds. */
  keepMs: number
  /** The longest that an answer waits for the database, in milliseconds; then it has what was read before. */
  waitMs: number
  /** What is older than this is not answered any more, in milliseconds. */
  oldestMs: number
}

export const standardReadingLimits: ReadingLimits = { keepMs: 10_000, waitMs: 2_000, oldestMs: 60_000 }

/**
 * Adds gauges that ask the database. All are read one after the other over one connection, at most once in `keepMs` however many
 * scrapers ask. While the database is away, the other metrics are answered without them.
 */
export function addGauges(
  registry: Registry,
  db: Db,
  groups: readonly GaugeGroup[],
  { keepMs, waitMs, oldestMs }: ReadingLimits = standardReadingLimits,
): void {
  const failures = new Counter({
    name: 'metrics_failed_readings_total',
    help: 'Readings of the database for the metrics that failed',
    labelNames: ['reading'],
    registers: [registry],
  })
  /** The samples of each gauge, and when they were read. */
  let found = new Map<string, { samples: readonly Sample[]; at: number }>()
  let lookedAt = Number.NEGATIVE_INFINITY
  let isAnswering = false
  let looking: Promise<void> | null = null

  const look = async () => {
    const next = new Map<string, { samples: readonly Sample[]; at: number }>()
    let isLost = false
    for (const { name, read } of groups) {
      if (isLost) break
      try {
        const values = await read(db)
        const at = performance.now()
        for (const [gauge, samples] of Object.entries(values)) next.set(gauge, { samples, at })
      } catch (error) {
        failures.inc({ reading: name })
        isLost = isConnectionLost(error)
      }
    }
    found = next
    isAnswering = !isLost && next.size > 0
    lookedAt = performance.now()
  }
  const fresh = async () => {
    if (performance.now() - lookedAt < keepMs) return
    looking ??= look().finally(() => {
      looking = null
    })
    const late = new AbortController()
    const isLate = await Promise.race([
      looking.then(() => false),
      sleep(waitMs, true, { signal: late.signal }).catch(() => false),
    ])
    late.abort()
    if (isLate) isAnswering = false
  }

  for (const { gauges, labelNames = [] } of groups)
    for (const [name, help] of Object.entries(gauges))
      new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers: [registry],
        async collect() {
          await fresh()
          const { samples, at } = found.get(name) ?? { samples: [], at: 0 }
          this.reset()
          const isOld = performance.now() - at > oldestMs
          if (labelNames.length === 0 && (isOld || samples.length === 0)) this.remove()
          if (!isOld) for (const { labels = {}, value } of samples) this.set(labels, value)
        },
      })
  new Gauge({
    name: 'database_up',
    help: '1 if the database answered when the metrics last asked it, else 0',
    registers: [registry],
    async collect() {
      await fresh()
      this.set(Number(isAnswering))
    },
  })
}

/** The samples of a count by one label, with 0 for the values that have none. */
export const byLabel = (
  label: string,
  values: readonly string[],
  counts: ReadonlyMap<string, number>,
): Sample[] => values.map((value) => ({ labels: { [label]: value }, value: counts.get(value) ?? 0 }))
