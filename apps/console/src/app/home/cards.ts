import type { HomeCard } from '@kabao/contract/statistics/home'
import type { ComponentType } from 'react'
import { ErrorsCard } from './errors-card.tsx'
import { FunnelCard } from './funnel-card.tsx'
import { useMore, useToday } from './live.ts'
import { PlansCard } from './plans-card.tsx'
import { ChannelsCard, OrgsCard } from './tops-card.tsx'
import { UnreadMessages } from './unread-messages.tsx'

export const cards: Readonly<Record<HomeCard, ComponentType>> = {
  funnel: FunnelCard,
  plans: PlansCard,
  channels: ChannelsCard,
  orgs: OrgsCard,
  errors: ErrorsCard,
  messages: UnreadMessages,
}

/** The cards of which the service tells that the reader may not see them. */
export function useUnseen(): ReadonlySet<HomeCard> {
  const figures = useToday().data?.figures
  const more = useMore().data
  const unseen: [HomeCard, boolean][] = [
    ['funnel', figures === null],
    ['plans', more?.plans === null],
    ['channels', more?.channels === null],
    ['orgs', more?.orgs === null],
    ['errors', more?.errors === null],
  ]
  return new Set(unseen.flatMap(([card, isUnseen]) => (isUnseen ? [card] : [])))
}
