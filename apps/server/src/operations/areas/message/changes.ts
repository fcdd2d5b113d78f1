import { readPointsOf } from '@kabao/contract/app/areas'
import { type Changed, changesKept } from '@kabao/contract/operations/message'
import type { Caller } from '#platform/callers/caller'
import { changedAreas } from '#platform/db/changes'

/** Areas with changed data; null means any area. */
export type ChangedAreas = string[] | null

/** The changes that this instance receives, for its streams. */
export interface ChangeFeed {
  /** @param payload the payload of a notification, or null after a lost connection */
  receive(payload: string | null): void
  /** The changes of the last `changesKept` milliseconds, one for each moment; of an area, the last one. */
  recent(): Changed[]
  /** @returns the function that unsubscribes */
  subscribe(notify: (areas: ChangedAreas) => void): () => void
}

/** @param now the current time in milliseconds */
export function changeFeed(now: () => number = () => performance.now()): ChangeFeed {
  const subscribers = new Set<(areas: ChangedAreas) => void>()
  /** When each area was last announced as changed; at most one entry per area. */
  const heardAt = new Map<string, number>()
  let anyAt = Number.NEGATIVE_INFINITY
  return {
    receive(payload) {
      const areas = changedAreas(payload)
      if (areas === null) anyAt = now()
      else for (const area of areas) heardAt.set(area, now())
      for (const notify of subscribers) notify(areas)
    },
    recent() {
      const until = now()
      const areasAt = new Map<number, ChangedAreas>()
      if (anyAt >= until - changesKept) areasAt.set(anyAt, null)
      for (const [area, at] of heardAt)
        if (at > anyAt && at >= until - changesKept) areasAt.set(at, [...(areasAt.get(at) ?? []), area])
      return [...areasAt].map(([at, areas]) => ({ areas, ago: Math.floor(until - at) }))
    },
    subscribe(notify) {
      subscribers.add(notify)
      return () => void subscribers.delete(notify)
    },
  }
}

/** The areas among these that the caller may read. "Any area" stays unchanged, because it reveals nothing. */
export function forReader(areas: ChangedAreas, { isSuper, points }: Caller): ChangedAreas {
  if (areas === null) return null
  return areas.filter((area) => readPointsOf(area).some((point) => isSuper || points.has(point)))
}
