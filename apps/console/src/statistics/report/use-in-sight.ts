import { type RefObject, useEffect, useState } from 'react'

/** Whether an element has been in sight; until then, nothing that it needs has to be loaded. */
export function useInSight(element: RefObject<HTMLElement | null>): boolean {
  const [wasSeen, setWasSeen] = useState(false)
  useEffect(() => {
    if (wasSeen || !element.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setWasSeen(true)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [wasSeen, element])
  return wasSeen
}
