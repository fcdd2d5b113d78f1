/** How long stopping everything may take, in milliseconds. */
const stopMs = 20_000
/** A terminal's Ctrl-C arrives twice, from the terminal and from npm; a signal so soon after the first is the same request. */
const sameWishMs = 2_000

/**
 * Ends the process in order at SIGINT, SIGTERM or SIGHUP, and at an uncaught error. A stop during the start waits for the start,
 * so that nothing it began is left behind.
 * @param started settles when the start has ended, with the function that undoes it
 */
export function stopInOrder(started: Promise<() => Promise<void>>, report: (error: unknown) => void): void {
  let stoppingSince: number | null = null

  const stop = async (exitCode: number) => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > sameWishMs) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    setTimeout(() => process.exit(1), stopMs).unref()
    try {
      const undo = await started
      await undo()
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
  end(): Promise<unknown>
}

/**
 * Ends the parts one after the other, those of one group at once. A part that fails or takes too long is logged, and the next
 * ones are still ended.
 * @throws AggregateError after all were tried
 */
export async function endParts(groups: readonly Part[][]): Promise<void> {
  const failures: unknown[] = []
  for (const group of groups) {
    const ended = await Promise.allSettled(group.map(endPart))
    failures.push(...ended.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])))
  }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, failures.map(String).join('; '))
}

async function endPart({ name, ms, end }: Part): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} did not end within ${ms / 1_000} s`)), ms)
  })
  try {
    await Promise.race([end(), late])
  } finally {
    clearTimeout(timer)
  }
}
