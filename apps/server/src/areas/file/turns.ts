/** At most `most` at once; the others wait, in the order they came. */
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
      // The place is handed on, so that nobody who comes now slips in between.
      if (next) next()
      else running--
    }
  }
}
