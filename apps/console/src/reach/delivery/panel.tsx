import { pathOfPage } from '@kabao/contract/app/menu'
import { push } from '@kabao/contract/engine/push'
import type { DeliveryTry, ReachDeliveryDetail } from '@kabao/contract/reach/delivery'
import { reachWords } from '@kabao/contract/reach/reach.words'
import { reachPageWords } from '@kabao/contract/reach/reach-page.words'
import { user } from '@kabao/contract/users/user'
import { Link } from 'react-router'
import {
  Anchor,
  Badge,
  Button,
  Can,
  DetailHead,
  Fact,
  Facts,
  formatInstant,
  formatNumber,
  RowPanel,
  type RowPanelProps,
  useAnswer,
  useWords,
} from '#kit'
import { messageText, ShownText } from '#partners'
import { useViews } from '../address.ts'
import type { HookKind } from '../hooks.ts'
import { eventText, outcomeColors, StateBadge, targetText } from './columns.tsx'
import classes from './delivery.module.css'
import { useAgain } from './use-again.ts'

interface PanelProps extends RowPanelProps {
  of: HookKind
}

/** How soon a delivery is about to be sent, in milliseconds. */
const soon = 10_000

/**
 * After how long a delivery that waits is read again, in milliseconds. One that is being sent says the end of its lease as when it is due, so
 * a later one is read too.
 */
const pauseOf = ({ state, dueAt }: ReachDeliveryDetail) =>
  state === 'waiting' && (dueAt !== null && Date.parse(dueAt) < Date.now() + soon ? 1_000 : 5_000)

/** One delivery with each of its tries, the latest first; while it waits, how that goes. */
export default function DeliveryPanel({ of, ...panel }: PanelProps) {
  const { t } = useWords(reachPageWords)
  const answer = useAnswer(
    of.calls.details,
    { params: { id: panel.id } },
    { refetchInterval: ({ state }) => (state.data ? pauseOf(state.data) : false) },
  )
  return (
    <RowPanel title={t('detail.title')} answer={answer} {...panel}>
      {(delivery) => <Delivery of={of} delivery={delivery} />}
    </RowPanel>
  )
}

function Delivery({ of, delivery }: { of: HookKind; delivery: ReachDeliveryDetail }) {
  const { t, language } = useWords(reachPageWords)
  const reach = useWords(reachWords)
  const again = useAgain(of)
  const { addressOf } = useViews()
  const { state, reason, userId, pushId, targetId, log } = delivery
  const field = (name: keyof (typeof reachWords)['tree']['delivery']['field']) =>
    reach.t(`delivery.field.${name}`)
  return (
    <>
      <DetailHead name={`${(of.textOf ?? eventText)(delivery.event)} · ${targetText(delivery)}`}>
        <StateBadge state={state} />
      </DetailHead>
      <nav className={classes.links}>
        {userId && (
          <>
            <Can use={user.get}>
              <Anchor component={Link} to={`${pathOfPage('UserList')}?open=${userId}`}>
                {t('action.user')}
              </Anchor>
            </Can>
            <Anchor component={Link} to={addressOf('deliveries', { userId })}>
              {t('action.sameUser')}
            </Anchor>
          </>
        )}
        {pushId && (
          <Can use={push.get}>
            <Anchor component={Link} to={`${pathOfPage('PlanPushList')}?open=${pushId}`}>
              {t('action.push')}
            </Anchor>
          </Can>
        )}
        <Anchor component={Link} to={addressOf('deliveries', { targetId })}>
          {t('action.target')}
        </Anchor>
      </nav>
      {state === 'dead' && (
        <Can use={of.calls.again}>
          <Button className={classes.again} onClick={() => again(delivery)}>
            {t('action.again')}
          </Button>
        </Can>
      )}
      <Facts title={t('detail.facts')}>
        <Fact label={field('id')}>{delivery.id}</Fact>
        <Fact label={field('eventId')}>{delivery.eventId}</Fact>
        <Fact label={field('reason')}>{reason && reach.t(`reason.${reason}`)}</Fact>
        <Fact label={field('userId')}>{userId}</Fact>
        <Fact label={field('channelName')}>{delivery.channelName}</Fact>
        <Fact label={field('orgName')}>{delivery.orgName}</Fact>
        <Fact label={field('tries')}>{formatNumber(delivery.tries, language)}</Fact>
        <Fact label={field('createdAt')}>{formatInstant(delivery.createdAt, language)}</Fact>
        <Fact label={field('dueAt')}>{formatInstant(delivery.dueAt, language)}</Fact>
        <Fact label={field('endedAt')}>{formatInstant(delivery.endedAt, language)}</Fact>
      </Facts>
      <section>
        <h3 className={classes.heading}>{t('detail.log')}</h3>
        {log.length === 0 && <p className={classes.hint}>{t('detail.noLog')}</p>}
        {log.map((tried, at) => (
          <Try key={tried.at} tried={tried} nth={log.length - at} />
        ))}
        {log.length > 0 && <p className={classes.hint}>{t('detail.masked')}</p>}
      </section>
    </>
  )
}

function Try({ tried, nth }: { tried: DeliveryTry; nth: number }) {
  const { t, language } = useWords(reachPageWords)
  const reach = useWords(reachWords)
  const { at, said, ms, outcome, reason, request, answer } = tried
  return (
    <article className={classes.try}>
      <h4 className={classes.tryHead}>
        <span>{t('detail.try', { nth: String(nth) })}</span>
        <Badge color={outcomeColors[outcome]}>{reach.t(`outcome.${outcome}`)}</Badge>
      </h4>
      <p className={classes.hint}>
        {[formatInstant(at, language), said, t('detail.ms', { ms: formatNumber(ms, language) }), reason]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <h5 className={classes.part}>{t('detail.request')}</h5>
      {request ? (
        <ShownText>
          {messageText(`${request.method} ${request.url}`, request.headers, request.body)}
        </ShownText>
      ) : (
        <p className={classes.hint}>{t('detail.none')}</p>
      )}
      <h5 className={classes.part}>{t('detail.answer')}</h5>
      {answer ? <ShownText>{answer}</ShownText> : <p className={classes.hint}>{t('detail.none')}</p>}
    </article>
  )
}
