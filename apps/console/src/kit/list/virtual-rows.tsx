import { useVirtualizer } from '@tanstack/react-virtual'
import { type Ref, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'

export interface VirtualRowsProps {
  /** Number of all rows, and the height of each in pixels. */
  count: number
  height: number
  scroller: RefObject<HTMLElement | null>
  /** The height of what stays at the top and at the bottom while the rows scroll, in pixels. */
  above: number
  below: number
  /** Receives a function that scrolls to a row. */
  ref: Ref<(index: number) => void>
  /** Told before the screen is painted: the first row in sight, and the one after the last. */
  onSight: (first: number, after: number) => void
}

/** Knows the visible rows of a long table. A short table does not load this module. */
export default function VirtualRows({
  count,
  height,
  scroller,
  above,
  below,
  ref,
  onSight,
}: VirtualRowsProps) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    scrollPaddingStart: above,
    scrollPaddingEnd: below,
  })
  // A changed row height requires a new layout of all rows; showing a hidden table again does not.
  const measured = useRef(height)
  useEffect(() => {
    if (measured.current !== height) virtualizer.measure()
    measured.current = height
  }, [height, virtualizer])
  useImperativeHandle(ref, () => (index) => virtualizer.scrollToIndex(index), [virtualizer])
  const inSight = virtualizer.getVirtualItems()
  const [first, after] = [inSight[0]?.index ?? 0, (inSight.at(-1)?.index ?? -1) + 1]
  useLayoutEffect(() => {
    // Until the table is measured nothing is known, and rows that go and come back would lose the focus.
    if (after > 0) onSight(first, after)
  }, [first, after, onSight])
  return null
}
