import { useCallback, useEffect, useRef, useState } from 'react'
import type { Query } from './address.ts'

const none: Query = {}

/**
 * The changes of filters that wait until the reader starts the search.
 * @param applied the filters that apply; a change that has been applied no longer waits
 * @param view the saved view that is shown; another view drops the changes
 */
export function useDrafts(applied: Query, view: string | undefined) {
  const [drafts, setDrafts] = useState(none)
  // A key press may change a filter and start the search before the next render.
  const newest = useRef(none)
  const take = useCallback((next: Query) => {
    newest.current = next
    setDrafts(next)
  }, [])
  const stage = useCallback((values: Query) => take({ ...newest.current, ...values }), [take])
  const drop = useCallback(() => take(none), [take])
  const latest = useCallback(() => newest.current, [])

  const shown = useRef(view)
  useEffect(() => {
    if (shown.current !== view) drop()
    shown.current = view
  }, [view, drop])
  useEffect(() => {
    const all = Object.entries(drafts)
    const waiting = all.filter(([name, value]) => !isSame(value, applied[name]))
    if (waiting.length < all.length) take(Object.fromEntries(waiting))
  }, [drafts, applied, take])
  return { drafts, stage, latest, drop }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
