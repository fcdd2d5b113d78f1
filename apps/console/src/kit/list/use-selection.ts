import { useMemo, useState } from 'react'

type State = Record<string, true>

/** The selected rows, by id, including those on other pages. */
export interface Selection {
  state: State
  ids: readonly string[]
  /** Whether all rows that match the filter are selected, including those never shown. */
  isEverything: boolean
  set: (change: State | ((before: State) => State)) => void
  chooseEverything: () => void
  clear: () => void
}

/** Other filters of the list clear the selection, because acts must not reach rows that are not shown. */
export function useSelection({ applied }: { applied: unknown }): Selection {
  const [state, setState] = useState<State>({})
  const [isEverything, setIsEverything] = useState(false)
  const [chosenBy, setChosenBy] = useState(applied)
  if (chosenBy !== applied) {
    setChosenBy(applied)
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
