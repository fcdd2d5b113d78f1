import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether the row of tabs is wider than the available space.
 * @param of values that the width of the row depends on; the row is measured again when one changes
 */
export function useOverflow(row: RefObject<HTMLElement | null>, ...of: readonly unknown[]): boolean {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = row.current
    if (!element) return
    const observer = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth + 1))
    // The observer also calls back without a change: once, after the first layout.
    observer.observe(element)
    return () => observer.disconnect()
  }, [row, ...of])
  return overflows
}
