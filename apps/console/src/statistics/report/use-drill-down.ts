import { useCallback, useMemo } from 'react'
import { useNamed } from '#kit/detail/use-open.ts'
import { type DrillDown, readDrillDown, writeDrillDown } from './report-kind.ts'

/** The figure whose records are open, kept in the address for a reload or a link. */
export function useDrillDown() {
  const [text, set] = useNamed('drillDown')
  const drillDown = useMemo(() => readDrillDown(text), [text])
  const open = useCallback((next: DrillDown) => set(writeDrillDown(next)), [set])
  const close = useCallback(() => set(null), [set])
  return { drillDown, open, close }
}
