/** How long stopping everything may take after the calls have drained, in milliseconds. */
const stopMs = 20_000
/** A terminal's Ctrl-C arrives twice, from the terminal and from npm; a signal so soon after the first is the same request. */
const sameWishMs = 2_000

/** Undoes a start. @param isOrderly whether a signal asked for it, so that calls may drain */
export type Stop = (isOrderly: boolean) => Promise<void>

/** A start that has ended. */
export interface Started {
  stop: Stop
  /** For how long calls are served after a signal. */
  drainSeconds: number
}

/**
 * Ends the process in order at SIGINT, SIGTERM or SIGHUP, and at an uncaught error; at a second signal at once. A stop during the
 * start waits for the start, so that nothing it began is left behind.
 * @param started settles when the start has ended, with what undoes it
 */
export function stopInOrder(started: Promise<Started>, report: (error: unknown) => void): void {
  let stoppingSince: number | null = null

  const stop = async (exitCode: number) => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > sameWishMs) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    let limit = setTimeout(() => process.exit(1), stopMs).unref()
    try {
      const { stop: undo, drainSeconds } = await started
      if (exitCode === 0) {
        clearTimeout(limit)
        limit = setTimeout(() => process.exit(1), stopMs + drainSeconds * 1_000).unref()
      }
      await undo(exitCode === 0)
      process.exit(exitCode)
    } catch (error) {
      report(error)
      process.exit(1)
    }
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  const fail = (error: unknown) => {
    report(error)
    void stop(1)
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
}

/** The parts to end at a stop, and how long that may take, in milliseconds. */
export interface Part {
  name: string
  ms: number
  end(isOrderly: boolean): Promise<unknown>
}

/**
 * Ends the parts one after the other, those of one group at once. A part that fails or takes too long is logged, and the next
 * ones are still ended.
 * @param isOrderly whether a signal asked for it, so that calls may drain; an uncaught error leaves no time
 * @throws AggregateError after all were tried
 */
export async function endParts(groups: readonly Part[][], isOrderly: boolean): Promise<void> {
  const failures: unknown[] = []
  for (const group of groups) {
    const ended = await Promise.allSettled(group.map((part) => endPart(part, isOrderly)))
    failures.push(...ended.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])))
  }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, failures.map(String).join('; '))
}

async function endPart({ name, ms, end }: Part, isOrderly: boolean): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} did not end within ${ms / 1_000} s`)), ms)
  })
  try {
    await Promise.race([end(isOrderly), late])
  } finally {
    clearTimeout(timer)
  }
}
