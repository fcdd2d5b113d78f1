import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than the minute after which the next run is scheduled, in milliseconds: it then follows without a gap. */
const spanMs = 75_000

/**
 * Does an act again and again during one run of a job, for what must happen within seconds. It rests only when there was nothing to do.
 * @param act does what is due. @returns how much it was
 * @returns the sum
 */
export async function keepDoing(
  { signal, progress }: { signal: AbortSignal; progress: (done: number) => void },
  restMs: number,
  act: () => Promise<number>,
): Promise<number> {
  let done = 0
  for (const end = performance.now() + spanMs; performance.now() < end && !signal.aborted; ) {
    const few = await act()
    done += few
    if (few > 0) progress(done)
    else await sleep(restMs, undefined, { signal }).catch(() => undefined)
  }
  return done
}
