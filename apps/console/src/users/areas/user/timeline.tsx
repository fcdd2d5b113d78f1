import { push } from '@kabao/contract/engine/push'
import { pushWords } from '@kabao/contract/engine/push.words'
import { type TimelineEvent, userTimeline } from '@kabao/contract/engine/timeline'
import { reachWords } from '@kabao/contract/reach/reach.words'
import { blacklistWords } from '@kabao/contract/users/blacklist.words'
import { feedback } from '@kabao/contract/users/feedback'
import { feedbackWords } from '@kabao/contract/users/feedback.words'
import { userWords } from '@kabao/contract/users/user.words'
import { userDetailWords } from '@kabao/contract/users/user-detail.words'
import { Link } from 'react-router'
import {
  Anchor,
  Failure,
  formatInstant,
  Skeleton,
  Timeline,
  type TimelineEntry,
  useParts,
  usePermission,
  useWords,
} from '#kit'
import { feedbackAddress, pushAddress } from './addresses.ts'

/** The events of one user, newest first. */
export default function UserTimeline({ id }: { id: string }) {
  const { t } = useWords(userWords)
  const entryOf = useEntries(id)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useParts(
    userTimeline.timeline,
    {
      params: { id },
      body: { size: 20 },
    },
  )
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton count={8} />
  return (
    <Timeline
      label={t('detail.tab.timeline')}
      entries={data.pages.flatMap(({ events }) => events.map(entryOf))}
      more={hasNextPage ? { isLoading: isFetchingNextPage, load: () => void fetchNextPage() } : undefined}
    />
  )
}

/** Why a search ended. */
const endings = {
  nobody: 'event.unmatched',
  offers: 'event.searchOffers',
  time: 'event.searchTime',
  waited: 'event.searchWaited',
} as const

const answerColors: Partial<Record<string, string>> = {
  accepted: 'green',
  rejected: 'red',
  failed: 'red',
  returned: 'orange',
}

/** The text of an event, and its link if the permission points allow it. */
function useEntries(userId: string): (event: TimelineEvent) => TimelineEntry {
  const { t, language } = useWords(userWords)
  const own = useWords(userDetailWords)
  const pushed = useWords(pushWords)
  const told = useWords(feedbackWords)
  const listed = useWords(blacklistWords)
  const reach = useWords(reachWords)
  const mayPush = usePermission(push.get)
  const mayFeedback = usePermission(feedback.get)

  return (event) => {
    const { key, at } = event
    const join = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ')
    const toPush = (id: string, text: string) =>
      mayPush ? (
        <Anchor component={Link} to={pushAddress(userId, id)}>
          {text}
        </Anchor>
      ) : (
        text
      )
    const toFeedback = (id: string, text: string) =>
      mayFeedback ? (
        <Anchor component={Link} to={feedbackAddress(userId, id)}>
          {text}
        </Anchor>
      ) : (
        text
      )
    switch (event.kind) {
      case 'registered':
        return { key, at, title: own.t('event.registered'), text: event.channelName, color: 'arcoblue' }
      case 'imported':
        return {
          key,
          at,
          title: own.t('event.imported'),
          text: join(
            event.channelName,
            event.importId && own.t('event.importTask', { id: event.importId }),
            event.by,
          ),
          color: 'arcoblue',
        }
      case 'profiled':
        return { key, at, title: own.t('event.profiled'), color: 'arcoblue' }
      case 'pushed':
        return {
          key,
          at,
          title: toPush(event.pushId, own.t('event.pushed')),
          text: join(event.orgName, event.planName, pushed.t(`stage.${event.stage}`)),
          color: 'orange',
        }
      case 'answered':
        return {
          key,
          at,
          title: toPush(
            event.pushId,
            own.t('event.answered', { result: pushed.t(`status.${event.status}`) }),
          ),
          text: join(event.orgName, event.reason),
          color: answerColors[event.status],
        }
      case 'screened':
        return {
          key,
          at,
          title: own.t(event.level ? 'event.screened' : 'event.onBlacklist'),
          text: join(event.level && t(`riskLevel.${event.level}`), own.t('event.took', { ms: event.ms })),
          color: event.level ? 'arcoblue' : 'red',
        }
      case 'matched':
        return {
          key,
          at,
          title: event.until
            ? own.t('event.waits', { at: formatInstant(event.until, language) })
            : own.t(event.planName ? 'event.matched' : endings[event.ended ?? 'nobody']),
          text: join(event.planName, own.t('event.took', { ms: event.ms })),
          color: event.planName ? 'arcoblue' : undefined,
        }
      case 'checked':
        return {
          key,
          at,
          title: own.t('event.checked', { count: event.offers }),
          text: own.t('event.took', { ms: event.ms }),
          color: event.offers > 0 ? 'arcoblue' : undefined,
        }
      case 'consented':
        return {
          key,
          at,
          title: toPush(event.pushId, own.t('event.consented', { count: event.agreements })),
          text: join(event.orgName, own.t('event.took', { ms: event.ms })),
          color: 'green',
        }
      case 'ticketed':
      case 'redeemed':
        return {
          key,
          at,
          title: toPush(event.pushId, own.t(`event.${event.kind}`)),
          text: join(event.orgName, own.t('event.took', { ms: event.ms })),
          color: event.kind === 'redeemed' ? 'green' : 'arcoblue',
        }
      case 'called':
        return {
          key,
          at,
          title: toPush(
            event.pushId,
            own.t('event.called', {
              result: event.outcome ? pushed.t(`status.${event.outcome}`) : own.t('event.underWay'),
            }),
          ),
          text: join(
            event.orgName,
            pushed.t(`stage.${event.stage}`),
            event.ms === null ? null : own.t('event.took', { ms: event.ms }),
          ),
          color: event.outcome ? answerColors[event.outcome] : undefined,
        }
      case 'told':
        return {
          key,
          at,
          title: own.t('event.told', {
            event: reach.t(`event.${event.event}`),
            state: reach.t(`state.${event.state}`),
          }),
          text: join(event.targetName, event.why && reach.t(`reason.${event.why}`)),
          color: event.state === 'sent' ? 'green' : event.state === 'dead' ? 'red' : undefined,
        }
      case 'feedback':
        return {
          key,
          at,
          title: toFeedback(event.feedbackId, own.t('event.feedback')),
          text: told.t(`kind.${event.feedbackKind}`),
          color: 'arcoblue',
        }
      case 'feedbackHandled':
        return {
          key,
          at,
          title: toFeedback(
            event.feedbackId,
            own.t('event.feedbackHandled', { result: told.t(`status.${event.status}`) }),
          ),
          text: event.by,
          color: 'arcoblue',
        }
      case 'blacklisted':
        return {
          key,
          at,
          title: own.t('event.blacklisted'),
          text: join(listed.t(`kind.${event.entryKind}`), event.reason),
          color: 'red',
        }
      case 'revealed':
        return { key, at, title: own.t('event.revealed'), text: event.by }
      case 'lookedUp':
        return { key, at, title: own.t('event.lookedUp'), text: event.by }
      case 'deleted':
        return { key, at, title: own.t('event.deleted'), text: event.by, color: 'red' }
    }
  }
}
