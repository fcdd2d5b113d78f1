import { feedback } from '@kabao/contract/users/feedback'
import { feedbackWords } from '@kabao/contract/users/feedback.words'
import { feedbackMachine } from '@kabao/contract/users/feedback-machine'
import { userWords } from '@kabao/contract/users/user.words'
import { Link } from 'react-router'
import { Anchor, Failure, formatInstant, Skeleton, StateBadge, useAnswer, useWords } from '#kit'
import { feedbackAddress } from './addresses.ts'
import classes from './detail.module.css'

/** The feedback of a user, newest first. */
export default function UserFeedback({ id }: { id: string }) {
  const { t, language } = useWords(feedbackWords)
  const own = useWords(userWords)
  const { data, error, refetch } = useAnswer(feedback.page, { body: { userId: id, size: 10 } })
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton count={5} />
  if (data.total === 0) return <p className={classes.hint}>{own.t('detail.noFeedback')}</p>
  return (
    <>
      <ul className={classes.related}>
        {data.records.map((row) => (
          <li key={row.id}>
            <Anchor component={Link} to={feedbackAddress(id, row.id)}>
              {row.content || row.id}
            </Anchor>
            <StateBadge of={feedbackMachine} state={row.status} />
            <span className={classes.aside}>
              {[formatInstant(row.createdAt, language), t(`kind.${row.kind}`), row.handledBy]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <Anchor component={Link} to={feedbackAddress(id)} className={classes.all}>
        {own.t('detail.allFeedback', { count: data.total })}
      </Anchor>
    </>
  )
}
