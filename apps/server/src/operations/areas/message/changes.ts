import { readPointsOf } from '@kabao/contract/app/areas'
import { changesKept } from '@kabao/contract/operations/message'
import type { Caller } from '#platform/callers/caller'
import { changedAreas } from '#platform/db/changes'

/** Areas with changed data; null means any area. */
export type ChangedAreas = string[] | null

/** The changes that this instance receives, for its streams. */
export interface ChangeFeed {
  /** @param payload the payload of a notification, or null after a lost connection */
  receive(payload: string | null): void
  /** The areas that changed in the last `changesKept` milliseconds. */
  recent(): ChangedAreas
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
      const since = now() - changesKept
      if (anyAt >= since) return null
      return [...heardAt].flatMap(([area, at]) => (at >= since ? [area] : []))
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
