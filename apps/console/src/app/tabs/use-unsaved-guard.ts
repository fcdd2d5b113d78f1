import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { isUnsaved, mayLose } from '#kit'
import { nameOf } from '../client-menu.ts'
import { isRefused } from '../guard/guard.ts'
import { lostBy, useTabs } from './store.ts'

/** Asks before a navigation discards unsaved changes. */
export function useUnsavedGuard(): void {
  const lost = useRef<readonly string[]>([])
  const blocker = useBlocker(({ nextLocation, historyAction }) => {
    lost.current = isRefused(nameOf(nextLocation.pathname))
      ? useTabs.getState().kept
      : lostBy(nextLocation, historyAction)
    return isUnsaved(lost.current)
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void mayLose(lost.current).then((isSure) => (isSure ? blocker.proceed() : blocker.reset()))
  }, [blocker])
}
