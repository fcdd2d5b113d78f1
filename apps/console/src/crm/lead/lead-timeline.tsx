import { lead } from '@kabao/contract/crm/lead'
import { leadWords } from '@kabao/contract/crm/lead.words'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import type { LeadTimelineEvent } from '@kabao/contract/crm/lead-timeline'
import { pushWords } from '@kabao/contract/engine/push.words'
import { feedbackWords } from '@kabao/contract/users/feedback.words'
import type { ReactNode } from 'react'
import { Timeline, type TimelineEntry } from '#kit/detail/timeline.tsx'
import { useParts } from '#kit/detail/use-parts.ts'
import { FileImage } from '#kit/file/file-image.tsx'
import { formatFen, formatInstant } from '#kit/format.ts'
import { Failure } from '#kit/list/states.tsx'
import { Skeleton } from '#kit/skeleton/skeleton.tsx'
import { useWords } from '#kit/words/words.ts'
import classes from './lead.module.css'

/** Everything known about the person of a lead, newest first. */
export default function LeadTimeline({ id }: { id: string }) {
  const { t } = useWords(leadPageWords)
  const entryOf = useEntryOf()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useParts(lead.timeline, {
    params: { id },
    body: { size: 20 },
  })
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton count={8} />
  return (
    <section>
      <h3 className={classes.heading}>{t('detail.timeline')}</h3>
      <Timeline
        label={t('detail.timeline')}
        entries={data.pages.flatMap(({ events }) => events.map(entryOf))}
        more={hasNextPage ? { isLoading: isFetchingNextPage, load: () => void fetchNextPage() } : undefined}
      />
    </section>
  )
}

const join = (...parts: (string | null | false)[]) => parts.filter(Boolean).join(' · ')

const resultColors = { reached: 'green', noAnswer: 'orange', refused: 'red', wrongNumber: 'red' } as const

function useEntryOf(): (event: LeadTimelineEvent) => TimelineEntry {
  const { t, language } = useWords(leadWords)
  const own = useWords(leadPageWords)
  const pushed = useWords(pushWords)
  const told = useWords(feedbackWords)
  /** What happened, in words, and a color. */
  const wordsOf = (event: LeadTimelineEvent): Omit<TimelineEntry, 'key' | 'at'> => {
    switch (event.kind) {
      case 'event': {
        const way =
          event.fromStage !== event.toStage
            ? `${t(`stage.${event.fromStage}`)} → ${t(`stage.${event.toStage}`)}`
            : null
        const who = event.from || event.to ? `${event.from ?? '–'} → ${event.to ?? '–'}` : null
        return {
          title: t(`event.${event.event}`),
          text: join(who, way, event.reason, event.by),
          color: event.event === 'converted' ? 'green' : event.event === 'invalidated' ? 'red' : 'arcoblue',
        }
      }
      case 'followUp':
        return {
          title: join(t('event.followUp'), t(`way.${event.way}`), t(`result.${event.result}`)),
          text: (
            <>
              {event.content}
              <Pictures ids={event.fileIds} />
              <span className={classes.hint}>
                {join(
                  event.salesmanName,
                  event.nextAt !== null &&
                    own.t('detail.next', { at: formatInstant(event.nextAt, language) }),
                )}
              </span>
            </>
          ),
          color: resultColors[event.result],
        }
      case 'registered':
        return { title: t('event.registered'), text: event.channelName }
      case 'profiled':
        return { title: t('event.profiled') }
      case 'pushed':
        return {
          title: t('event.pushed'),
          text: join(event.orgName, event.planName, pushed.t(`stage.${event.stage}`)),
        }
      case 'answered':
        return {
          title: t('event.answered'),
          text: join(event.orgName, pushed.t(`status.${event.status}`)),
        }
      case 'ordered':
        return {
          title: t('event.ordered'),
          text: join(
            event.productName,
            formatFen(event.amountFen, language),
            own.t(event.isPaid ? 'detail.paid' : 'detail.unpaid'),
          ),
        }
      case 'feedback':
        return { title: t('event.feedback'), text: told.t(`kind.${event.feedbackKind}`) }
      case 'revealed':
        return { title: t('event.revealed'), text: join(event.reason, event.by), color: 'orange' }
    }
  }
  return (event) => ({ key: event.key, at: event.at, ...wordsOf(event) })
}

function Pictures({ ids }: { ids: readonly string[] }): ReactNode {
  const { t } = useWords(leadPageWords)
  if (ids.length === 0) return null
  return (
    <span className={classes.pictures}>
      {ids.map((id, index) => (
        <FileImage
          key={id}
          id={id}
          isThumbnail
          className={classes.picture}
          alt={t('detail.image', { at: index + 1, of: ids.length })}
          fallback={null}
        />
      ))}
    </span>
  )
}
