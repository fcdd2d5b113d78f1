import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type Ref, type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import { type Drawn, withActive } from './drawn.ts'

interface VirtualRowsProps {
  /** Number of all rows, and the height of each in pixels. */
  count: number
  height: number
  scroller: RefObject<HTMLElement | null>
  /** The height of what stays at the top and at the bottom while the rows scroll, in pixels. */
  above: number
  below: number
  /** The row that the Tab key reaches. */
  active: number
  /** Receives a function that scrolls to a row. */
  ref: Ref<(index: number) => void>
  children: (drawn: readonly Drawn[]) => ReactNode
}

/** Draws only the visible rows of a long table. A short table does not load this module. */
export default function VirtualRows({
  count,
  height,
  scroller,
  above,
  below,
  active,
  ref,
  children,
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
  return children(withActive(inSight[0]?.index ?? 0, (inSight.at(-1)?.index ?? -1) + 1, active))
}
