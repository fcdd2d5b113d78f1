import { type UserDetail, user } from '@kabao/contract/user'
import { userWords } from '@kabao/contract/user.words'
import { lazy, Suspense } from 'react'
import {
  Alert,
  Badge,
  Button,
  Can,
  Failure,
  IconEye,
  IconEyeOff,
  SidePanel,
  Skeleton,
  useAnswer,
  useReveal,
  useWords,
} from '#kit'
import { statusColours } from './columns.tsx'
import classes from './detail.module.css'
import { Facts } from './facts.tsx'
import { useRemove } from './remove.tsx'

const Risk = lazy(() => import('./risk.tsx'))

/** Everything about one person, masked until somebody asks for the whole. */
export default function DetailPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useWords(userWords)
  const { data, error, refetch } = useAnswer(user.get, { params: { id }, quiet: true })
  return (
    <SidePanel title={t('detail.title')} onClose={onClose}>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={320} aria-busy />}
      {data && <Person person={data} />}
    </SidePanel>
  )
}

function Person({ person }: { person: UserDetail }) {
  const { t } = useWords(userWords)
  const { revealed, reveal, hide, isPending } = useReveal(user.reveal)
  const remove = useRemove()
  const isDeleted = person.status === 'deleted'
  const whole = revealed?.data

  return (
    <>
      <div className={classes.top}>
        <h2 className={classes.name}>{whole?.name ?? person.name ?? person.id}</h2>
        <Badge color={statusColours[person.status]}>{t(`status.${person.status}`)}</Badge>
        <span className={classes.buttons}>
          {!isDeleted && (
            <>
              <Can use={user.reveal}>
                <Button
                  size="xs"
                  variant="default"
                  loading={isPending}
                  leftSection={
                    whole ? <IconEyeOff size={14} aria-hidden /> : <IconEye size={14} aria-hidden />
                  }
                  aria-describedby="reveal-hint"
                  onClick={() => (whole ? hide() : reveal(person.id))}
                >
                  {t(whole ? 'action.hide' : 'action.reveal')}
                </Button>
              </Can>
              <Can use={user.remove}>
                <Button size="xs" variant="light" color="red" onClick={() => remove(person)}>
                  {t('action.remove')}
                </Button>
              </Can>
            </>
          )}
        </span>
      </div>
      {isDeleted ? (
        <Alert color="gray">{t('detail.deleted')}</Alert>
      ) : (
        <Can use={user.reveal}>
          <p id="reveal-hint" className={classes.hint}>
            {t('detail.revealHint')}
          </p>
        </Can>
      )}
      <Facts person={{ ...person, ...whole }} />
      <Can use={user.risk}>
        <h3 className={classes.heading}>{t('detail.risk')}</h3>
        <Suspense fallback={<Skeleton height={160} />}>
          <Risk id={person.id} />
        </Suspense>
      </Can>
    </>
  )
}
