import { useCallback, useState } from 'react'

/** The state of the dialog that adds or changes an entry: whether it is open, and for which entry. */
export function useEntryDialog<Row>() {
  const [opened, setOpened] = useState<{ entry?: Row } | null>(null)
  const add = useCallback(() => setOpened({}), [])
  const edit = useCallback((entry: Row) => setOpened({ entry }), [])
  const close = useCallback(() => setOpened(null), [])
  return { opened, add, edit, close }
}
