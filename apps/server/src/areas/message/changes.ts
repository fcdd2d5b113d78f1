import { readPointsOf } from '@kabao/contract/areas'
import { changesKept } from '@kabao/contract/message'
import type { Caller } from '#access/caller'
import { changedAreas } from '#db/changes'

/** Areas in which something was changed; null: any may be meant. */
export type ChangedAreas = string[] | null

/** What this instance hears of changes, for its streams. */
export interface ChangeNews {
  /** @param payload of a notification, or null after a break */
  hear(payload: string | null): void
  /** What was heard in the last `changesKept` milliseconds. */
  lately(): ChangedAreas
  /** @returns how to be told no more */
  add(tell: (areas: ChangedAreas) => void): () => void
}

/** @param now a clock in milliseconds */
export function changeNews(now: () => number = () => performance.now()): ChangeNews {
  const tellers = new Set<(areas: ChangedAreas) => void>()
  /** When an area was last said to have changed; at most as many entries as there are areas. */
  const heardAt = new Map<string, number>()
  let anyAt = Number.NEGATIVE_INFINITY
  return {
    hear(payload) {
      const areas = changedAreas(payload)
      if (areas === null) anyAt = now()
      else for (const area of areas) heardAt.set(area, now())
      for (const tell of tellers) tell(areas)
    },
    lately() {
      const since = now() - changesKept
      if (anyAt >= since) return null
      return [...heardAt].flatMap(([area, at]) => (at >= since ? [area] : []))
    },
    add(tell) {
      tellers.add(tell)
      return () => void tellers.delete(tell)
    },
  }
}

/** Of these areas, those that the caller may read something of. What may be any stays so: it tells him nothing. */
export function forReader(areas: ChangedAreas, { isSuper, points }: Caller): ChangedAreas {
  if (areas === null) return null
  return areas.filter((area) => readPointsOf(area).some((point) => isSuper || points.has(point)))
}
