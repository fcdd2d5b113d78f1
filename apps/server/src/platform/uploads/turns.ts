/** Runs at most `most` tasks at once; the others wait in order. */
export function inTurn(most: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go))
    else running++
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      // The slot is passed to the next waiting task, so that a new task cannot overtake it.
      if (next) next()
      else running--
    }
  }
}
