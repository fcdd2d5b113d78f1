import { type Choice, type ChoiceQuery, longestKeyword, mostChoices } from '@kabao/contract/kernel/choice'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type ChoiceSearch, choicesQuery, type Given } from './choices-query.ts'
import { recentChoices } from './recent.ts'

/** In milliseconds: a search begins when the typing pauses. */
const pause = 250

export interface Choices {
  /** The chosen records that the reader may see. */
  chosen: readonly Choice[]
  isChosenLoading: boolean
  /** Shown first while nothing is typed. */
  recent: readonly Choice[]
  others: readonly Choice[]
  /** `loading`: the records shown are those of an earlier text. */
  state: 'loading' | 'failed' | 'settled'
  /** There may be more records than these. */
  isCut: boolean
  tryAgain: () => void
}

/** The choices for a typed text. @param isOpen nothing but the chosen records is fetched before the list opens */
export function useChoices(
  use: ChoiceSearch,
  {
    values,
    typed,
    isOpen,
    given,
  }: { values: readonly string[]; typed: string; isOpen: boolean; given?: Given | undefined },
): Choices {
  const wanted = typed.trim().slice(0, longestKeyword)
  const keyword = usePaused(wanted)
  // Read when the list opens, so that a choice does not move the list under the pointer.
  const recentIds = useMemo(() => (isOpen ? recentChoices(use.choosing) : []), [isOpen, use.choosing])
  const answer = (query: ChoiceQuery) => choicesQuery(use, { ...given, ...query })
  const chosen = useQuery({
    ...answer({ ids: values.join() }),
    enabled: values.length > 0,
    placeholderData: keepPreviousData,
  })
  const found = useQuery({
    ...answer(keyword === '' ? {} : { keyword }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const recents = useQuery({
    ...answer({ ids: recentIds.join() }),
    enabled: isOpen && keyword === '' && recentIds.length > 0,
  })
  const recent =
    keyword === '' ? recentIds.flatMap((id) => recents.data?.find((each) => each.id === id) ?? []) : []
  const others = (found.data ?? []).filter(({ id }) => !recent.some((each) => each.id === id))
  const isLate = wanted !== keyword || found.isPlaceholderData || found.isPending || recents.isLoading
  // A record that was just chosen from the list is known before its own answer arrives.
  const known = [...(chosen.data ?? []), ...others, ...recent]
  return {
    chosen: values.flatMap((value) => known.find(({ id }) => id === value) ?? []),
    isChosenLoading: values.length > 0 && (chosen.isPending || chosen.isPlaceholderData),
    recent,
    others,
    state: found.isError && wanted === keyword ? 'failed' : isLate ? 'loading' : 'settled',
    isCut: keyword !== '' && others.length >= mostChoices,
    tryAgain: () => void found.refetch(),
  }
}

/** The text, once typing pauses; an emptied text at once. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  if (text === '' && paused !== '') setPaused('')
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
