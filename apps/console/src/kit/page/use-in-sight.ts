import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether an element has been in sight while the browser had nothing else to do; until then, nothing that it needs has to be loaded.
 * @param isDue whether it may be loaded at all yet
 */
export function useInSight(element: RefObject<HTMLElement | null>, isDue: boolean): boolean {
  const [wasSeen, setWasSeen] = useState(false)
  useEffect(() => {
    if (wasSeen || !isDue || !element.current) return
    let stopWaiting: (() => void) | undefined
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      stopWaiting?.()
      stopWaiting = whenIdle(() => setWasSeen(true))
    })
    observer.observe(element.current)
    return () => {
      observer.disconnect()
      stopWaiting?.()
    }
  }, [wasSeen, element, isDue])
  return wasSeen
}

/** Milliseconds after which it is done even if the browser is busy. */
const longest = 3000

/** Calls back when the browser is idle. Safari cannot tell, so there it is soon. @returns a function that prevents it */
function whenIdle(done: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const idle = requestIdleCallback(done, { timeout: longest })
    return () => cancelIdleCallback(idle)
  }
  const timer = setTimeout(done, 100)
  return () => clearTimeout(timer)
}
