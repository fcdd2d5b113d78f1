import { type RefObject, useContext, useLayoutEffect, useRef, useState } from 'react'
import { PageToolsContext } from '../page/page-tools.ts'

/** The width that the list of a page had last. The next page is as wide, so its list is laid out once, and not once to measure it. */
let usual = 0

/** The inner width of an element in pixels, known before the first paint and followed from then on; 0 if not laid out. */
export function useRoom(of: RefObject<HTMLElement | null>): number {
  const isOfPage = useContext(PageToolsContext) !== null
  const [room, setRoom] = useState(isOfPage ? usual : 0)
  const isKnown = useRef(room > 0)
  useLayoutEffect(() => {
    const element = of.current
    if (!element) return
    const measure = () => {
      const width = element.clientWidth
      // A hidden tab has no width; it keeps the one it had.
      if (width === 0) return
      isKnown.current = true
      if (isOfPage) usual = width
      setRoom(width)
    }
    // The observer also calls back without a change: once, after the first layout. Reading a width here computes that layout early.
    if (!isKnown.current) measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [of, isOfPage])
  return room
}
