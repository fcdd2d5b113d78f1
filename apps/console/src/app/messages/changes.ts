import { isUnsaved, queries } from '#kit'
import { useTabs } from '../tabs/store.ts'

/** Between two readings of what others changed, in milliseconds; each begins a little later, so that not all consoles ask at once. */
const pause = 3_000
const spread = 500
/** How often it is looked whether the reader is done with what he has open, in milliseconds. */
const lookAgain = 500
/**
 * What was read longer ago than this may be older than what a stream tells when it begins, in milliseconds. A call takes 10 s
 * at most, and a stream begins with what was changed in the 30 s before it (`changesKept` of the contract).
 */
const knownFor = 10_000

type Query = ReturnType<ReturnType<typeof queries.getQueryCache>['getAll']>[number]

export interface FollowedChanges {
  /** @param areas in which something was changed; null: any may be meant */
  changed(areas: readonly string[] | null): void
  /** The service is heard for the first time, or again after a break. */
  heardAgain(): void
}

/**
 * Reads again what others change: what is in sight after a moment, every few seconds at most, and not while the reader fills
 * in a form or has a menu open; all else when its page, or the window, is seen again.
 */
export function followChanges(signal: AbortSignal): FollowedChanges {
  /** What is to be read again. A reading that had begun before the change may end after it, so the cache's own mark is not enough. */
  const touched = new Set<Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = Number.NEGATIVE_INFINITY

  const touch = (isMeant: (query: Query) => boolean) => {
    for (const query of queries.getQueryCache().getAll()) {
      if (query.meta?.isShared !== true || !isMeant(query)) continue
      touched.add(query)
      query.invalidate()
    }
    if (touched.size > 0) plan(Math.max(lastAt + pause - Date.now(), 0) + Math.random() * spread)
  }
  const plan = (wait: number) => {
    if (signal.aborted || document.hidden) return
    timer ??= setTimeout(read, wait)
  }
  const read = () => {
    timer = undefined
    if (document.hidden) return
    if (isEditing()) return plan(lookAgain)
    lastAt = Date.now()
    const meant = new Set(touched)
    touched.clear()
    void queries.invalidateQueries({ predicate: (query) => meant.has(query) })
  }
  const seen = () => {
    if (!document.hidden && touched.size > 0) plan(0)
  }
  document.addEventListener('visibilitychange', seen)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', seen)
  })

  return {
    changed: (areas) => touch(({ queryKey: [area] }) => areas === null || areas.includes(area as string)),
    heardAgain() {
      const known = Date.now() - knownFor
      touch(({ state }) => state.dataUpdatedAt < known && state.fetchStatus === 'idle')
    },
  }
}

/** Whether the reader has something open that rows must not be changed under: a form, a question, a menu, a choice. */
function isEditing(): boolean {
  const { active } = useTabs.getState()
  if (active !== null && isUnsaved([active])) return true
  const field = document.activeElement
  if (field?.matches('[role="dialog"] :is(input, textarea)')) return true
  const open = '[role="dialog"] form, [role="alertdialog"], [role="menu"], [role="listbox"]'
  return [...document.querySelectorAll(open)].some(isDrawn)
}

/** Also without a layout, as in tests. */
function isDrawn(element: Element): boolean {
  for (let each: Element | null = element; each; each = each.parentElement)
    if (getComputedStyle(each).display === 'none') return false
  return true
}
