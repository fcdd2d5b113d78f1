import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { type Drawn, withActive } from './drawn.ts'
import type { VirtualRowsProps } from './virtual-rows.tsx'

const VirtualRows = lazy(() => import('./virtual-rows.tsx'))
/** How many rows are drawn while the part that knows the visible ones loads. */
const drawnFirst = 40

/**
 * Draws the visible rows of a long table; until it is known which ones are, the first. The rows are the same elements before and
 * after, so that the one with the focus keeps it.
 */
export function LongRows({ active, children, ...virtual }: LongRowsProps) {
  const [[first, after], setSight] = useState<readonly [number, number]>([0, drawnFirst])
  const onSight = useCallback((from: number, to: number) => setSight([from, to]), [])
  return (
    <>
      <Suspense>
        <VirtualRows {...virtual} onSight={onSight} />
      </Suspense>
      {children(withActive(first, after, active))}
    </>
  )
}

interface LongRowsProps extends Omit<VirtualRowsProps, 'onSight'> {
  /** The row that the Tab key reaches. */
  active: number
  children: (drawn: readonly Drawn[]) => ReactNode
}
