import { useEffect, useId } from 'react'
import { create } from 'zustand'

/** The open dialogs and panels, in the order in which they were opened. */
const useOpened = create<{ ids: readonly string[] }>(() => ({ ids: [] }))

/** Whether no other dialog or panel was opened after this one: Esc closes only the topmost. */
export function useTopmost(isOpened: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!isOpened) return
    useOpened.setState(({ ids }) => ({ ids: [...ids, id] }))
    return () => useOpened.setState(({ ids }) => ({ ids: ids.filter((each) => each !== id) }))
  }, [isOpened, id])
  return useOpened(({ ids }) => !ids.includes(id) || ids.at(-1) === id)
}
