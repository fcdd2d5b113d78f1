import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether the row of tabs is wider than its place.
 * @param of what the width of the row depends on, besides its place
 */
export function useOverflow(row: RefObject<HTMLElement | null>, ...of: readonly unknown[]): boolean {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = row.current
    if (!element) return
    const observer = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth + 1))
    // The observer calls at once, after the layout.
    observer.observe(element)
    return () => observer.disconnect()
  }, [row, ...of])
  return overflows
}
