import { isUnsaved, queries } from '#kit'
import { isAskedSince, readAgain } from '#kit/call/query.ts'
import { useTabs } from '../tabs/store.ts'

/** Milliseconds between two refreshes of changed data; a random delay is added, so not all consoles send requests at once. */
const pause = 3_000
const spread = 500
/** Milliseconds between two checks whether the open form or menu is closed. */
const lookAgain = 500
/**
 * Data fetched longer ago than this, in milliseconds, may be older than the changes that a stream repeats when it begins. A
 * request takes 10 s at most, and a stream begins with the changes of the last 30 s (`changesKept` of the contract).
 */
const knownFor = 10_000
/**
 * An answer that was asked for at least this long after a change, in milliseconds, contains it. Less time could pass before the
 * instance that reads a replica knows of the change.
 */
const settled = 500

type Query = ReturnType<ReturnType<typeof queries.getQueryCache>['getAll']>[number]

export interface FollowedChanges {
  /**
   * @param areas the areas with changes; null if any area may have changed
   * @param ago how many milliseconds ago they changed
   */
  changed(areas: readonly string[] | null, ago?: number): void
  /** Called when the stream connects for the first time, and after each reconnect. */
  heardAgain(): void
}

/**
 * Fetches data again that others have changed. Visible data is fetched after a short delay, every few seconds at most, and not
 * while a form or a menu is open; other data is fetched when its page or the window becomes visible again.
 */
export function followChanges(signal: AbortSignal): FollowedChanges {
  /**
   * The queries to fetch again, and when their data has changed. A request that started before the change may end after it and
   * reset the cache's own mark.
   */
  const touched = new Map<Query, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = Number.NEGATIVE_INFINITY

  const touch = (at: number, isMeant: (query: Query) => boolean) => {
    for (const query of queries.getQueryCache().getAll()) {
      if (query.meta?.isShared !== true || !isMeant(query) || isAskedSince(query, at + settled)) continue
      touched.set(query, at)
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
    const meant = [...touched].flatMap(([query, at]) => (isAskedSince(query, at + settled) ? [] : [query]))
    touched.clear()
    readAgain(meant)
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
    changed: (areas, ago = 0) =>
      touch(Date.now() - ago, ({ queryKey: [area] }) => areas === null || areas.includes(area as string)),
    heardAgain() {
      const now = Date.now()
      touch(now, ({ state }) => state.dataUpdatedAt < now - knownFor && state.fetchStatus === 'idle')
    },
  }
}

/** Whether a form, a confirmation, a menu or a selection list is open, under which the rows must not change. */
function isEditing(): boolean {
  const { active } = useTabs.getState()
  if (active !== null && isUnsaved([active])) return true
  const field = document.activeElement
  if (field?.matches('[role="dialog"] :is(input, textarea)')) return true
  const open = '[role="dialog"] form, [role="alertdialog"], [role="menu"], [role="listbox"]'
  return [...document.querySelectorAll(open)].some(isDrawn)
}

/** Does not need a layout, which tests do not have. */
function isDrawn(element: Element): boolean {
  for (let each: Element | null = element; each; each = each.parentElement)
    if (getComputedStyle(each).display === 'none') return false
  return true
}
