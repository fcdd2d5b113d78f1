/** What is looked at again and again, until it is stopped. */
export interface Watch {
  stop(): Promise<void>
}

/**
 * Looks now, and again a while after each look. A look that fails is left out: a database that does not answer is told of elsewhere.
 * @param everyMs from the end of a look to the next one
 */
export function lookEvery(everyMs: number, look: () => Promise<void>): Watch {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  const begin = () => {
    looking = look()
      .catch(() => undefined)
      .finally(() => {
        if (!isStopped) timer = setTimeout(begin, everyMs).unref()
      })
  }
  begin()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await looking
    },
  }
}
