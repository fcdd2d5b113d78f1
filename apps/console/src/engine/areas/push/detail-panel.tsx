import { pathOfPage } from '@kabao/contract/app/menu'
import { type PushDetail, push, type SettledOutcome, settledOutcomes } from '@kabao/contract/engine/push'
import { pushWords } from '@kabao/contract/engine/push.words'
import { pushReturn } from '@kabao/contract/engine/push-return'
import { user } from '@kabao/contract/users/user'
import { userWords } from '@kabao/contract/users/user.words'
import { Link } from 'react-router'
import {
  Anchor,
  Badge,
  Button,
  Can,
  DetailHead,
  Fact,
  Facts,
  formatFen,
  formatInstant,
  formatNumber,
  RowPanel,
  type RowPanelProps,
  useAct,
  useAnswer,
  useWords,
} from '#kit'
import { pushStatusColors } from '#users'
import { AskReturn } from './ask-return.tsx'
import { Attempts } from './attempts.tsx'
import classes from './detail.module.css'
import { factsOf } from './facts-of.ts'

/** All details of one push. */
export default function DetailPanel(props: RowPanelProps) {
  const { t } = useWords(pushWords)
  const answer = useAnswer(push.get, { params: { id: props.id } })
  return (
    <RowPanel title={t('detail.title')} answer={answer} {...props}>
      {(record) => <Push record={record} />}
    </RowPanel>
  )
}

function Push({ record }: { record: PushDetail }) {
  const { t, language } = useWords(pushWords)
  const flows = useWords(userWords)
  const took =
    record.respondedAt === null ? null : Date.parse(record.respondedAt) - Date.parse(record.requestAt)
  return (
    <>
      <DetailHead name={record.orgName ?? record.id}>
        <Badge color={pushStatusColors[record.status]}>{t(`status.${record.status}`)}</Badge>
      </DetailHead>
      <nav className={classes.links}>
        <Can use={user.get}>
          <Anchor component={Link} to={`${pathOfPage('UserList')}?open=${record.userId}`}>
            {t('action.user')}
          </Anchor>
        </Can>
        <Anchor component={Link} to={`?userId=${record.userId}`}>
          {t('action.sameUser')}
        </Anchor>
        {record.orgId && (
          <Anchor component={Link} to={`?orgId=${record.orgId}`}>
            {t('action.sameOrg')}
          </Anchor>
        )}
        {record.planId && (
          <Anchor component={Link} to={`?planId=${record.planId}`}>
            {t('action.samePlan')}
          </Anchor>
        )}
      </nav>
      {record.status === 'unknown' && (
        <Can use={push.settle}>
          <Settle record={record} />
        </Can>
      )}
      {record.status === 'failed' && (
        <Can use={push.resend}>
          <Resend record={record} />
        </Can>
      )}
      {record.returnReasons.length > 0 && (
        <Can use={pushReturn.ask}>
          <AskReturn key={record.id} record={record} />
        </Can>
      )}
      {record.returnId !== null && (
        <Can use={pushReturn.get}>
          <Anchor component={Link} to={`?tab=returns&open=${record.returnId}`}>
            {t('returning.view')}
          </Anchor>
        </Can>
      )}
      <Facts title={t('detail.result')}>
        <Fact label={t('field.id')}>{record.id}</Fact>
        <Fact label={t('field.externalId')}>{record.externalId}</Fact>
        <Fact label={t('field.stage')}>{t(`stage.${record.stage}`)}</Fact>
        <Fact label={t('field.attempts')}>{formatNumber(record.attempts, language)}</Fact>
        <Fact label={t('field.requestAt')}>{formatInstant(record.requestAt, language)}</Fact>
        <Fact label={t('field.respondedAt')}>{formatInstant(record.respondedAt, language)}</Fact>
        <Fact label={t('field.took')}>
          {took !== null && t('detail.milliseconds', { count: formatNumber(took, language) })}
        </Fact>
        <Fact label={t('field.reason')}>{record.reason}</Fact>
        <Fact label={t('field.price')}>{formatFen(record.priceFen, language)}</Fact>
        {record.priceMinFen !== null && (
          <Fact label={t('field.replyPrice')}>
            {`${formatFen(record.priceMinFen, language)}–${formatFen(record.priceMaxFen ?? 0, language)}`}
          </Fact>
        )}
        <Fact label={t('field.quality')}>
          {record.quality !== null && t(`quality.${String(record.quality) as '0' | '1' | '2' | '3'}`)}
        </Fact>
        <Fact label={t('field.cost')}>{formatFen(record.costFen, language)}</Fact>
      </Facts>
      <Facts title={t('detail.parties')}>
        <Fact label={t('field.userId')}>{record.userId}</Fact>
        <Fact label={t('field.phone')}>{record.phone}</Fact>
        <Fact label={t('field.name')}>{record.name}</Fact>
        <Fact label={t('field.city')}>{record.cityName}</Fact>
        <Fact label={t('field.channel')}>{record.channelName}</Fact>
        <Fact label={t('field.flow')}>{flows.t(`flow.${record.flow}`)}</Fact>
        <Fact label={t('field.plan')}>{record.planName}</Fact>
        <Fact label={t('field.dedupeDays')}>{formatNumber(record.dedupeDays, language)}</Fact>
      </Facts>
      <Attempts attempts={record.latestAttempts} />
    </>
  )
}

/** Hands over again what surely failed. */
function Resend({ record }: { record: PushDetail }) {
  const { t, language } = useWords(pushWords)
  const { id } = record
  const resend = useAct(push.resend, (_push: { id: string }) => ({
    title: t('resend.title'),
    facts: factsOf(record, formatFen(record.priceFen, language)),
    text: t('resend.text'),
    action: t('resend.button'),
    done: () => t('resend.done'),
  }))
  return (
    <section className={classes.settle}>
      <Button variant="default" onClick={() => resend({ id })}>
        {t('resend.button')}
      </Button>
    </section>
  )
}

/** Confirms how an unclear push ended. */
function Settle({ record }: { record: PushDetail }) {
  const { t, language } = useWords(pushWords)
  const { id, priceFen } = record
  const settle = useAct(
    push.settle,
    ({ outcome }: { id: string; outcome: SettledOutcome }) => ({
      title: t(`settle.question.${outcome}`, { id }),
      facts: factsOf(record, formatFen(priceFen, language)),
      text: t(`settle.effect.${outcome}`, { price: formatFen(priceFen, language) }),
      action: t(`settle.${outcome}`),
      done: () => t('settle.done'),
    }),
    { inputFor: ({ id, outcome }) => ({ params: { id }, body: { outcome } }) },
  )
  return (
    <section className={classes.settle}>
      <p className={classes.hint}>{t('settle.hint')}</p>
      <div className={classes.links}>
        {settledOutcomes.map((outcome) => (
          <Button key={outcome} variant="default" onClick={() => settle({ id, outcome })}>
            {t(`settle.${outcome}`)}
          </Button>
        ))}
      </div>
    </section>
  )
}
