import { useSyncExternalStore } from 'react'

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const readers = new Set<() => void>()

/** One timer for all clocks of a page; it runs only while one is shown. */
function watch(reader: () => void): () => void {
  readers.add(reader)
  if (timer === undefined) {
    now = Date.now()
    timer = setInterval(() => {
      now = Date.now()
      for (const each of readers) each()
    }, 1_000)
  }
  return () => {
    readers.delete(reader)
    if (readers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Milliseconds since 1970, each second anew. Only the component that calls this renders again. */
export const useNow = (): number => useSyncExternalStore(watch, () => now)

/** Milliseconds since 1970 at the beginning of the minute, each minute anew. */
export const useMinute = (): number => useSyncExternalStore(watch, () => now - (now % 60_000))
