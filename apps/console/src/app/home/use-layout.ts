import { type HomeCard, type HomeLayout, home, homeCards } from '@kabao/contract/home'
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

/** The order of the cards, and those that are hidden; a change is shown at once and saved with the account. */
export function useLayout(): Layout | null {
  const { data, error } = useAnswer(home.layout)
  const { mutate } = useSend(home.setLayout)
  return useMemo(() => {
    if (!data && !error) return null
    const saved = data ?? none
    const order = [...saved.order, ...homeCards.filter((card) => !saved.order.includes(card))]
    const hidden = new Set(saved.hidden)
    const take = (next: HomeLayout) => {
      queries.setQueryData(queryKey(home.layout), next)
      mutate({ body: next })
    }
    return {
      ...{ order, hidden },
      isChanged: saved.order.length + saved.hidden.length > 0,
      setHidden: (card, isHidden) => {
        const rest = [...hidden].filter((each) => each !== card)
        take({ order, hidden: isHidden ? [...rest, card as HomeCard] : rest })
      },
      move: (card, to) => {
        const rest = order.filter((each) => each !== card)
        const at = order.indexOf(to as HomeCard)
        take({ order: [...rest.slice(0, at), card as HomeCard, ...rest.slice(at)], hidden: [...hidden] })
      },
      reset: () => take(none),
    }
  }, [data, error, mutate])
}
