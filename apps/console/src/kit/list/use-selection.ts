import { useMemo, useState } from 'react'

type State = Record<string, true>

/** Which rows are selected, by id, also on pages that are not shown. */
export interface Selection {
  state: State
  ids: readonly string[]
  /** Whether all that match the filter are meant, also those that were never shown. */
  isEverything: boolean
  set: (change: State | ((before: State) => State)) => void
  chooseEverything: () => void
  clear: () => void
}

/** @param filters what the rows are chosen by: another choice is another selection, or the reader would act on rows he does not see */
export function useSelection(filters: unknown): Selection {
  const [state, setState] = useState<State>({})
  const [isEverything, setIsEverything] = useState(false)
  const [chosenBy, setChosenBy] = useState(filters)
  if (chosenBy !== filters) {
    setChosenBy(filters)
    setIsEverything(false)
    setState({})
  }
  return useMemo(() => {
    const set: Selection['set'] = (change) => {
      setIsEverything(false)
      setState(change)
    }
    return {
      state,
      ids: Object.keys(state),
      isEverything,
      set,
      chooseEverything: () => setIsEverything(true),
      clear: () => set({}),
    }
  }, [state, isEverything])
}
