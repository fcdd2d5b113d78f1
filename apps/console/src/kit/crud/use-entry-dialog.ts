import { useCallback, useState } from 'react'

/** The state of the dialog that adds, changes or copies an entry: whether it is open, and for which entry. */
export function useEntryDialog<Row>() {
  const [opened, setOpened] = useState<{ entry?: Row; from?: Row } | null>(null)
  const add = useCallback(() => setOpened({}), [])
  const edit = useCallback((entry: Row) => setOpened({ entry }), [])
  /** Adds an entry that begins with the values of another one. */
  const copy = useCallback((from: Row) => setOpened({ from }), [])
  const close = useCallback(() => setOpened(null), [])
  return { opened, add, edit, copy, close }
}
