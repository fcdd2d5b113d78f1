import { accountWords } from '@kabao/contract/access/account.words'
import { type OpenSession, session } from '@kabao/contract/access/session'
import {
  ask,
  Badge,
  Button,
  ConfirmButton,
  Failure,
  formatInstant,
  Loader,
  message,
  useAnswer,
  useSend,
  useWords,
} from '#kit'
import { RecentSignIns } from './recent-sign-ins.tsx'
import classes from './settings.module.css'

/** One's own open sessions, with a button that ends a session. */
export function Sessions() {
  const { t } = useWords(accountWords)
  const { data: sessions, error, refetch } = useAnswer(session.mine)
  const endOthers = useSend(session.endOthers)
  if (error && !sessions) return <Failure error={error} onRetry={() => void refetch()} />
  if (!sessions) return <Loader size="sm" />
  return (
    <>
      <p className={classes.lead}>{t('session.lead')}</p>
      <ul className={classes.list}>
        {sessions.map((each) => (
          <SessionItem key={each.id} each={each} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <ConfirmButton
          question={{
            title: t('session.endOthersTitle'),
            text: t('session.endOthersText'),
            action: t('session.endOthers'),
            isDanger: true,
            run: async () => {
              const { ended } = await endOthers.mutateAsync({})
              message.success(t('session.endedMany', { count: ended }))
            },
          }}
        >
          {t('session.endOthers')}
        </ConfirmButton>
      )}
      <h2 className={classes.heading}>{t('session.recent')}</h2>
      <RecentSignIns />
    </>
  )
}

function SessionItem({ each }: { each: OpenSession }) {
  const { t, language } = useWords(accountWords)
  const { mutateAsync } = useSend(session.endMine)
  const device = each.device || t('session.unknownDevice')
  const end = () =>
    void ask({
      title: t('session.endTitle'),
      text: t('session.endText', { device }),
      action: t('session.end'),
      isDanger: true,
      run: async () => {
        await mutateAsync({ params: { id: each.id } })
        message.success(t('session.ended'))
      },
    })
  return (
    <li className={classes.item}>
      <div>
        <div className={classes.device}>
          {device}
          {each.isCurrent && <Badge color="green">{t('session.current')}</Badge>}
        </div>
        <div className={classes.facts}>
          {t('session.facts', {
            ip: each.ip ?? '–',
            created: formatInstant(each.createdAt, language),
            seen: formatInstant(each.lastSeenAt, language),
          })}
        </div>
      </div>
      {!each.isCurrent && (
        <Button
          variant="light"
          color="red"
          size="xs"
          aria-label={t('session.endNamed', { device })}
          onClick={end}
        >
          {t('session.end')}
        </Button>
      )}
    </li>
  )
}
