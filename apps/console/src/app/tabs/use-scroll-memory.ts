import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Restores the scroll positions of the parts of a page: browsers discard them for hidden elements. */
export function useScrollMemory(box: RefObject<HTMLElement | null>): void {
  const places = useRef(new Map<Element, { left: number; top: number }>())
  useLayoutEffect(() => {
    for (const [part, place] of places.current) {
      if (part.isConnected) part.scrollTo({ ...place, behavior: 'instant' })
      else places.current.delete(part)
    }
    const page = box.current
    const remember = ({ target }: Event) => {
      if (target instanceof Element)
        places.current.set(target, { left: target.scrollLeft, top: target.scrollTop })
    }
    page?.addEventListener('scroll', remember, { capture: true, passive: true })
    return () => page?.removeEventListener('scroll', remember, { capture: true })
  }, [box])
}
