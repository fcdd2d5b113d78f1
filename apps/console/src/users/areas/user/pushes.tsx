import { push } from '@kabao/contract/engine/push'
import { pushWords } from '@kabao/contract/engine/push.words'
import { userWords } from '@kabao/contract/users/user.words'
import { Link } from 'react-router'
import { Anchor, Badge, Failure, formatInstant, Skeleton, useAnswer, useWords } from '#kit'
import { pushStatusColors } from '../../push-status-colors.ts'
import { pushAddress } from './addresses.ts'
import classes from './detail.module.css'

/** The pushes of a user, newest first. */
export default function UserPushes({ id }: { id: string }) {
  const { t, language } = useWords(pushWords)
  const own = useWords(userWords)
  const { data, error, refetch } = useAnswer(push.page, { body: { userId: id, size: 10 } })
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton count={5} />
  if (data.total === 0) return <p className={classes.hint}>{own.t('detail.noPushes')}</p>
  return (
    <>
      <ul className={classes.related}>
        {data.records.map((row) => (
          <li key={row.id}>
            <Anchor component={Link} to={pushAddress(id, row.id)}>
              {[row.orgName, row.planName].filter(Boolean).join(' · ') || row.id}
            </Anchor>
            <Badge color={pushStatusColors[row.status]}>{t(`status.${row.status}`)}</Badge>
            <span className={classes.aside}>
              {[formatInstant(row.requestAt, language), t(`stage.${row.stage}`), row.reason]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <Anchor component={Link} to={pushAddress(id)} className={classes.all}>
        {own.t('detail.allPushes', { count: data.total })}
      </Anchor>
    </>
  )
}
