import { useMemo, useState } from 'react'

type State = Record<string, true>

/** Which rows are selected, by id, also on pages that are not shown. */
export interface Selection {
  state: State
  ids: readonly string[]
  set: (change: State | ((before: State) => State)) => void
  clear: () => void
}

/** @param filters what the rows are chosen by: another choice is another selection, or the reader would act on rows he does not see */
export function useSelection(filters: unknown): Selection {
  const [state, set] = useState<State>({})
  const [chosenBy, setChosenBy] = useState(filters)
  if (chosenBy !== filters) {
    setChosenBy(filters)
    set({})
  }
  return useMemo(() => ({ state, ids: Object.keys(state), set, clear: () => set({}) }), [state])
}
