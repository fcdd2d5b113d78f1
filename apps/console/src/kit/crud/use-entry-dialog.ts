import { useCallback, useState } from 'react'

/** The dialog of a page that adds an entry or changes one: whether it is open, and for which. */
export function useEntryDialog<Row>() {
  const [opened, setOpened] = useState<{ entry?: Row } | null>(null)
  const add = useCallback(() => setOpened({}), [])
  const edit = useCallback((entry: Row) => setOpened({ entry }), [])
  const close = useCallback(() => setOpened(null), [])
  return { opened, add, edit, close }
}
