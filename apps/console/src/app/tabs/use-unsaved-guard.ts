import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { isUnsaved, mayLose } from '#kit'
import { lostBy } from './store.ts'

/** Asks before a navigation takes away what somebody has typed. */
export function useUnsavedGuard(): void {
  const lost = useRef<readonly string[]>([])
  const blocker = useBlocker(({ nextLocation, historyAction }) => {
    lost.current = lostBy(nextLocation, historyAction)
    return isUnsaved(lost.current)
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void mayLose(lost.current).then((isSure) => (isSure ? blocker.proceed() : blocker.reset()))
  }, [blocker])
}
