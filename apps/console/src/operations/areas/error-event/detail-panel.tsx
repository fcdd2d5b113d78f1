import { type ErrorEventDetail, errorEvent } from '@kabao/contract/operations/error-event'
import { errorEventWords } from '@kabao/contract/operations/error-event.words'
import { errorEventMachine } from '@kabao/contract/operations/error-event-machine'
import {
  Anchor,
  Badge,
  DetailHead,
  Fact,
  Facts,
  formatInstant,
  formatNumber,
  RowPanel,
  type RowPanelProps,
  StateBadge,
  useAnswer,
  useWords,
} from '#kit'
import { AffectedPeople } from './affected-people.tsx'
import classes from './detail.module.css'
import { Handling } from './handling.tsx'
import { History } from './history.tsx'
import { Issue } from './issue.tsx'
import { Samples } from './samples.tsx'
import { Trend } from './trend.tsx'

/** One error: what happened, how often, to whom, where in the source, and what was done about it. */
export default function DetailPanel(props: RowPanelProps) {
  const { t } = useWords(errorEventWords)
  const answer = useAnswer(errorEvent.get, { params: { id: props.id } })
  return (
    <RowPanel title={t('detail.title')} answer={answer} {...props}>
      {(event) => (
        <>
          <Details event={event} />
          <Handling key={`${event.id}-${event.version}`} event={event} />
          <Trend id={event.id} />
          {event.samples > 0 && <Samples key={event.id} id={event.id} count={event.samples} />}
          <Releases event={event} />
          {event.people > 0 && <AffectedPeople id={event.id} />}
          <Issue key={`issue-${event.id}`} event={event} />
          <History changes={event.changes} />
        </>
      )}
    </RowPanel>
  )
}

function Details({ event }: { event: ErrorEventDetail }) {
  const { t, language } = useWords(errorEventWords)
  const at = (instant: string | null) => formatInstant(instant, language)
  return (
    <>
      <DetailHead name={event.name}>
        <StateBadge of={errorEventMachine} state={event.status} />
        {event.reopenedAt && (
          <Badge color="red" title={at(event.reopenedAt)}>
            {t('reopened.badge')}
          </Badge>
        )}
        {event.ignoredUntil && (
          <Badge color="gray">{t('state.ignoredUntil', { until: at(event.ignoredUntil) })}</Badge>
        )}
        {event.ignoredTo !== null && (
          <Badge color="gray">
            {t('state.ignoredTo', { count: formatNumber(event.ignoredTo, language) })}
          </Badge>
        )}
        {event.untilRelease && <Badge color="gray">{t('state.untilRelease')}</Badge>}
      </DetailHead>
      <p className={classes.content}>{event.message}</p>
      <Facts title={t('detail.title')}>
        <Fact label={t('field.count')}>{formatNumber(event.count, language)}</Fact>
        <Fact label={t('field.people')}>{formatNumber(event.people, language)}</Fact>
        <Fact label={t('field.source')}>{t(`source.${event.source}`)}</Fact>
        <Fact label={t('field.level')}>{t(`level.${event.level}`)}</Fact>
        <Fact label={t('field.firstAt')}>{at(event.firstAt)}</Fact>
        <Fact label={t('field.lastAt')}>{at(event.lastAt)}</Fact>
        {event.resolvedAt && <Fact label={t('field.resolvedAt')}>{at(event.resolvedAt)}</Fact>}
        <Fact label={t('field.firstRelease')}>{event.firstRelease}</Fact>
        <Fact label={t('field.release')}>{event.release}</Fact>
        {event.orgName !== null && <Fact label={t('field.orgName')}>{event.orgName}</Fact>}
        <Fact label={t('field.url')}>{event.url}</Fact>
        <Fact label={t('field.issueUrl')}>
          {event.issueUrl && (
            <Anchor href={event.issueUrl} target="_blank" rel="noreferrer noopener">
              {t('action.issue')}
            </Anchor>
          )}
        </Fact>
      </Facts>
    </>
  )
}

function Releases({ event: { releases } }: { event: ErrorEventDetail }) {
  const { t, language } = useWords(errorEventWords)
  if (releases.length === 0) return null
  return (
    <section>
      <h3 className={classes.heading}>{t('detail.releases')}</h3>
      <ul className={classes.rows}>
        {releases.map(({ release, count, lastAt }) => (
          <li key={release}>
            <span>{release}</span>
            <span className={classes.aside}>
              {formatNumber(count, language)} · {formatInstant(lastAt, language)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
