import { isConnectionLost } from '#db/lost'

/** Gathers the calls of many requests for a short time, so that they are done and committed together. */
export interface Gatherer<I, O> {
  /** Resolves or rejects once the batch with this call is committed. */
  add(call: I): Promise<O>
  /** Does what is still gathered. */
  stop(): Promise<void>
}

interface GathererOptions<I, O> {
  /**
   * Does a batch.
   * @returns the outcome of each call in their order; an Error refuses that call only
   * @throws if the whole batch was rolled back; each call is then done alone, so that one bad call does not fail the others. If the
   * database is gone, all are refused: the batch may have been committed, and each call alone would wait again.
   */
  run(calls: readonly I[]): Promise<readonly (O | Error)[]>
  /** How long calls are gathered, in milliseconds. */
  waitMs?: number
  /** A batch with this many calls begins at once. */
  most?: number
  /** How many batches run at once; each needs a connection. */
  atOnce?: number
}

interface Waiting<I, O> {
  call: I
  resolve(outcome: O): void
  reject(error: unknown): void
}

export function openGatherer<I, O>({
  run,
  waitMs = 20,
  most = 200,
  atOnce = 2,
}: GathererOptions<I, O>): Gatherer<I, O> {
  let waiting: Waiting<I, O>[] = []
  let timer: NodeJS.Timeout | undefined
  let isDue = false
  const running = new Set<Promise<void>>()

  const settle = ({ resolve, reject }: Waiting<I, O>, outcome: O | Error) =>
    outcome instanceof Error ? reject(outcome) : resolve(outcome)

  const work = async (batch: readonly Waiting<I, O>[]): Promise<void> => {
    try {
      const outcomes = await run(batch.map(({ call }) => call))
      for (const [at, one] of batch.entries())
        settle(one, outcomes[at] ?? new Error('A batch answered fewer calls than it has'))
    } catch (error) {
      if (batch.length === 1 || isConnectionLost(error)) {
        for (const one of batch) one.reject(error)
        return
      }
      for (const one of batch) await work([one])
    }
  }

  const begin = () => {
    while (waiting.length > 0 && running.size < atOnce && (isDue || waiting.length >= most)) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      if (waiting.length === 0) isDue = false
      const done = work(batch).finally(() => {
        running.delete(done)
        begin()
      })
      running.add(done)
    }
    if (waiting.length > 0 && !isDue && !timer)
      timer = setTimeout(() => {
        timer = undefined
        isDue = true
        begin()
      }, waitMs)
  }

  return {
    add: (call) =>
      new Promise((resolve, reject) => {
        waiting.push({ call, resolve, reject })
        begin()
      }),
    async stop() {
      isDue = true
      begin()
      while (running.size > 0) await Promise.all(running)
      clearTimeout(timer)
    },
  }
}
