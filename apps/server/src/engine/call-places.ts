/** The places for calls to each organization on this instance. */
export interface CallPlaces {
  /** Whether nobody else may wait for a place of this organization. */
  isFull(orgId: string): boolean
  /** Takes a place, and waits for one if need be. @returns how to leave it, once or more; null: none came free in time, or too many wait already */
  enter(orgId: string): Promise<(() => void) | null>
}

interface Line {
  calls: number
  waiting: ((mayEnter: boolean) => void)[]
}

/** How many wait for a place, for each place. More would take the places of the steps of other organizations. */
const waitingFor = 3
/** The longest that somebody waits for a place, in milliseconds: much shorter than the lease of a step. */
const mostMs = 2_000

/** @param most the calls under way to one organization at once */
export function createCallPlaces(most: number): CallPlaces {
  const lines = new Map<string, Line>()
  const isFull = (orgId: string) => (lines.get(orgId)?.waiting.length ?? 0) >= most * waitingFor

  function leave(orgId: string, line: Line): void {
    const next = line.waiting.shift()
    // Who waited longest takes over the place.
    if (next) next(true)
    else if (--line.calls === 0) lines.delete(orgId)
  }

  return {
    isFull,
    async enter(orgId) {
      const line = lines.get(orgId) ?? { calls: 0, waiting: [] }
      lines.set(orgId, line)
      if (line.calls < most) line.calls++
      else if (isFull(orgId) || !(await turn(line))) return null
      let isLeft = false
      return () => {
        if (!isLeft) leave(orgId, line)
        isLeft = true
      }
    },
  }
}

/** Waits in a line. @returns whether the turn came */
const turn = (line: Line): Promise<boolean> =>
  new Promise((resolve) => {
    const come = (mayEnter: boolean) => {
      clearTimeout(timer)
      resolve(mayEnter)
    }
    const timer = setTimeout(() => {
      line.waiting.splice(line.waiting.indexOf(come), 1)
      come(false)
    }, mostMs)
    line.waiting.push(come)
  })
