import { pathOfPage } from '@kabao/contract/app/menu'
import type { ReachDelivery } from '@kabao/contract/reach/delivery'
import type { DeliveryState, ReachEvent } from '@kabao/contract/reach/event'
import { reachWords } from '@kabao/contract/reach/reach.words'
import { reachPageWords } from '@kabao/contract/reach/reach-page.words'
import { user } from '@kabao/contract/users/user'
import { Link } from 'react-router'
import { Anchor, Badge, type Column, type ColumnsOf, usePermission, useWords, wordsOf } from '#kit'
import type { HookKind } from '../hooks.ts'

export const stateColors: Readonly<Record<DeliveryState, string>> = {
  waiting: 'arcoblue',
  sent: 'green',
  dead: 'red',
  untold: 'gray',
}

export const outcomeColors = { ok: 'green', failed: 'orange', refused: 'red' } as const

/** What an event is called. */
export const eventText = (event: ReachEvent): string => wordsOf(reachWords).t(`event.${event}`)

/** What a target is called; a deleted one by its id. */
export const targetText = ({
  targetId,
  targetName,
}: Pick<ReachDelivery, 'targetId' | 'targetName'>): string =>
  targetName ?? wordsOf(reachPageWords).t('deleted', { id: targetId })

export function StateBadge({ state }: { state: DeliveryState }) {
  const { t } = useWords(reachWords)
  return <Badge color={stateColors[state]}>{t(`state.${state}`)}</Badge>
}

/** The user that an event is about. */
export function UserLink({ id }: { id: string }) {
  const may = usePermission(user.get)
  if (!may) return id
  return (
    <Anchor component={Link} to={`${pathOfPage('UserList')}?open=${id}`}>
      {id}
    </Anchor>
  )
}

/** The columns of the deliveries of postbacks or of webhooks. */
export const deliveryColumns =
  (of: HookKind, isOwned: boolean): ColumnsOf<ReachDelivery, typeof reachWords> =>
  (column) => {
    const { t } = column
    const title = (name: keyof (typeof reachWords)['tree']['delivery']['field']) =>
      t(`delivery.field.${name}`)
    const isNotice = of.name === 'notice'
    const owner: Column<ReachDelivery>[] =
      isOwned || isNotice
        ? []
        : [
            of.name === 'postback'
              ? column.text('channelName', { width: 140, title: title('channelName') })
              : column.text('orgName', {
                  width: 140,
                  title: title('orgName'),
                  empty: wordsOf(reachPageWords).t('company'),
                }),
          ]
    return [
      column.instant('createdAt', { title: title('createdAt'), isSticky: true }),
      {
        ...column.text('event', { width: 120, title: title('event') }),
        text: ({ event }) => (of.textOf ?? eventText)(event),
      },
      {
        ...column.text('targetName', { width: 170, grows: true, title: title('targetName') }),
        text: targetText,
      },
      ...owner,
      {
        ...column.text('state', { width: 96, title: title('state'), isOnCard: true }),
        text: ({ state }) => t(`state.${state}`),
        render: ({ state }) => <StateBadge state={state} />,
      },
      {
        ...column.text('reason', { width: 170, title: title('reason') }),
        text: ({ reason }) => (reason === null ? '' : t(`reason.${reason}`)),
      },
      ...(isNotice
        ? []
        : [
            {
              ...column.text('userId', { width: 150, title: title('userId') }),
              render: ({ userId }: ReachDelivery) => userId && <UserLink id={userId} />,
            },
          ]),
      column.number('tries', { width: 96, title: title('tries') }),
      column.text('said', { width: 130, title: title('said') }),
      column.instant('dueAt', { title: title('dueAt') }),
      column.instant('endedAt', { title: title('endedAt'), isOptional: true }),
      column.text('eventId', { width: 200, title: title('eventId'), isOptional: true, copy: true }),
      ...(isNotice
        ? []
        : [column.text('pushId', { width: 200, title: title('pushId'), isOptional: true, copy: true })]),
      column.text('id', { width: 200, title: title('id'), isOptional: true, copy: true }),
    ]
  }
