import { type HomeCard, type HomeLayout, home, homeCards } from '@kabao/contract/statistics/home'
import { type MutationState, useMutationState } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queries, queryKey, useAnswer, useSend } from '#kit'

export interface Layout {
  /** All cards, in the chosen order. */
  order: readonly HomeCard[]
  hidden: ReadonlySet<HomeCard>
  isChanged: boolean
  setHidden: (card: string, isHidden: boolean) => void
  /** Moves a card to the place of another one. */
  move: (card: string, to: string) => void
  reset: () => void
}

const none: HomeLayout = { order: [], hidden: [] }
const key = queryKey(home.layout)
const unsaved = { mutationKey: key, status: 'pending' } as const
const sentBy = ({ state }: { state: MutationState }) => (state.variables as { body: HomeLayout }).body

/** The layout with all changes, also those of which this render does not know yet. */
const newest = () =>
  queries.getMutationCache().findAll(unsaved).map(sentBy).at(-1) ??
  queries.getQueryData<HomeLayout>(key) ??
  none

/**
 * The order of the cards, and those that are hidden. A change is shown at once and saved with the account, one after the other; until
 * the last one is saved, no answer replaces what is shown. A change that is refused is undone.
 */
export function useLayout(): Layout | null {
  const { data, error } = useAnswer(home.layout)
  const { mutate } = useSend(home.setLayout, {
    mutationKey: key,
    scope: { id: key.join() },
    onSuccess: (saved) => void queries.setQueryData(key, saved),
  })
  const shown = useMutationState({ filters: unsaved, select: sentBy }).at(-1) ?? data
  return useMemo(() => {
    if (!shown && !error) return null
    const { order, hidden } = partsOf(shown ?? none)
    const change = (next: (now: ReturnType<typeof partsOf>) => HomeLayout) =>
      mutate({ body: next(partsOf(newest())) })
    return {
      order,
      hidden: new Set(hidden),
      isChanged: shown !== undefined && shown.order.length + shown.hidden.length > 0,
      setHidden: (card, isHidden) =>
        change((now) => {
          const rest = now.hidden.filter((each) => each !== card)
          return { ...now, hidden: isHidden ? [...rest, card as HomeCard] : rest }
        }),
      move: (card, to) =>
        change((now) => {
          const rest = now.order.filter((each) => each !== card)
          const at = now.order.indexOf(to as HomeCard)
          return { ...now, order: [...rest.slice(0, at), card as HomeCard, ...rest.slice(at)] }
        }),
      reset: () => mutate({ body: none }),
    }
  }, [shown, error, mutate])
}

/** The whole order, also with the cards that a layout does not name, and the hidden cards. */
const partsOf = ({ order, hidden }: HomeLayout) => ({
  order: [...order, ...homeCards.filter((card) => !order.includes(card))],
  hidden,
})
