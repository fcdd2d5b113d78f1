import { useCallback, useMemo } from 'react'
import { useNamed } from '#kit/detail/use-open.ts'
import { type Door, readDoor, writeDoor } from './report-kind.ts'

/** The figure whose records are open, kept in the address for a reload or a link. */
export function useDoor() {
  const [text, set] = useNamed('door')
  const door = useMemo(() => readDoor(text), [text])
  const open = useCallback((next: Door) => set(writeDoor(next)), [set])
  const close = useCallback(() => set(null), [set])
  return { door, open, close }
}
