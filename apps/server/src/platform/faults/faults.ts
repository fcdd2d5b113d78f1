/** What can be wrong around the service while it runs. */
export type FaultName = 'databaseFull' | 'partition' | 'clock' | 'storage' | 'standby'

export const faultNames: readonly FaultName[] = ['databaseFull', 'partition', 'clock', 'storage', 'standby']

/** The faults that this instance knows of now. Each is one sentence for operators, in the log and in `/readyz`. */
export interface Faults {
  /**
   * A fault was met. It is logged when it begins, and is over when it is ended, or was not met for a while.
   * @param sentence what is wrong, without personal data
   */
  meet(name: FaultName, sentence: string): void
  /** The fault is known to be over. */
  end(name: FaultName): void
  /** The sentences of the faults that are not over. */
  sentences(): string[]
  has(name: FaultName): boolean
  /** Whether the fault was met within so many milliseconds, also if it is over. */
  wasMet(name: FaultName, withinMs: number): boolean
}

interface FaultLog {
  info(details: object, message: string): void
  error(details: object, message: string): void
}

/** A fault that was not met for this long is over, in milliseconds. */
const overAfterMs = 30_000

/** @param now milliseconds of a clock that never jumps */
export function createFaults(log: FaultLog, now: () => number = () => performance.now()): Faults {
  const met = new Map<FaultName, { sentence: string; at: number }>()
  const lastAt = new Map<FaultName, number>()
  const end = (name: FaultName) => {
    const fault = met.get(name)
    if (!fault) return
    met.delete(name)
    log.info({ fault: name }, `over: ${fault.sentence}`)
  }
  const endOld = () => {
    for (const [name, { at }] of met) if (now() - at > overAfterMs) end(name)
  }
  return {
    meet(name, sentence) {
      endOld()
      if (!met.has(name)) log.error({ fault: name }, sentence)
      met.set(name, { sentence, at: now() })
      lastAt.set(name, now())
    },
    end,
    sentences() {
      endOld()
      return [...met.values()].map(({ sentence }) => sentence)
    },
    wasMet: (name, withinMs) => now() - (lastAt.get(name) ?? Number.NEGATIVE_INFINITY) <= withinMs,
    has(name) {
      endOld()
      return met.has(name)
    },
  }
}
