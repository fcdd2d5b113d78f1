import { type HomeCard, home } from '@kabao/contract/statistics/home'
import type { ComponentType } from 'react'
import { useAnswer } from '#kit'
import { ErrorsCard } from './errors-card.tsx'
import { FiguresCard } from './figures-card.tsx'
import { FunnelCard } from './funnel-card.tsx'
import { PlansCard } from './plans-card.tsx'
import { RecentPages } from './recent-pages.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { ChannelsCard, OrgsCard } from './tops-card.tsx'
import { UnreadMessages } from './unread-messages.tsx'
import { Waiting } from './waiting.tsx'

export const cards: Readonly<Record<HomeCard, ComponentType>> = {
  figures: FiguresCard,
  waiting: Waiting,
  funnel: FunnelCard,
  plans: PlansCard,
  messages: UnreadMessages,
  channels: ChannelsCard,
  orgs: OrgsCard,
  errors: ErrorsCard,
  recent: RecentPages,
  pages: Shortcuts,
}

/** Cards as wide as the page. */
export const wideCards: ReadonlySet<HomeCard> = new Set(['figures', 'waiting', 'pages'])

/** The cards of which the service tells that the reader may not see them. */
export function useUnseen(): ReadonlySet<HomeCard> {
  const figures = useAnswer(home.figures).data
  const plans = useAnswer(home.plans).data
  const tops = useAnswer(home.tops).data
  const errors = useAnswer(home.errors).data
  const unseen: [HomeCard, boolean][] = [
    ['figures', figures === null],
    ['funnel', figures === null],
    ['plans', plans === null],
    ['channels', tops?.channels === null],
    ['orgs', tops?.orgs === null],
    ['errors', errors === null],
  ]
  return new Set(unseen.flatMap(([card, isUnseen]) => (isUnseen ? [card] : [])))
}
