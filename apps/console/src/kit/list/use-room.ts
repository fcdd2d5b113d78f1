import { type RefObject, useLayoutEffect, useState } from 'react'

/** The inner width of an element in pixels, known before the first paint and followed from then on; 0 if not laid out. */
export function useRoom(of: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const element = of.current
    if (!element) return
    // A hidden tab has no width; it keeps the one it had.
    const measure = () => element.clientWidth > 0 && setRoom(element.clientWidth)
    measure()
    const observer = new ResizeObserver(() => void measure())
    observer.observe(element)
    return () => observer.disconnect()
  }, [of])
  return room
}
