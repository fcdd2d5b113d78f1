import { pathOfPage } from '@kabao/contract/app/menu'
import { type FeedbackDetail, feedback } from '@kabao/contract/users/feedback'
import { feedbackWords } from '@kabao/contract/users/feedback.words'
import { feedbackMachine } from '@kabao/contract/users/feedback-machine'
import { user } from '@kabao/contract/users/user'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  Anchor,
  Badge,
  Can,
  DetailHead,
  Fact,
  Facts,
  FileImage,
  formatInstant,
  IconBox,
  RevealButton,
  RowPanel,
  type RowPanelProps,
  Skeleton,
  StateBadge,
  UnstyledButton,
  useAnswer,
  useReveal,
  useWords,
} from '#kit'
import { ageOf } from './age.ts'
import classes from './detail.module.css'
import { Handling } from './handling.tsx'

/** One feedback with the actions on it. */
export default function DetailPanel(props: RowPanelProps) {
  const { t } = useWords(feedbackWords)
  const answer = useAnswer(feedback.get, { params: { id: props.id } })
  return (
    <RowPanel title={t('detail.title')} answer={answer} {...props}>
      {(entry) => (
        <>
          <Details entry={entry} />
          <Handling key={entry.id} entry={entry} />
        </>
      )}
    </RowPanel>
  )
}

/** The attached images; a click shows one in full size below the others. */
function Images({ ids }: { ids: readonly string[] }) {
  const { t } = useWords(feedbackWords)
  const [open, setOpen] = useState<string | null>(null)
  return (
    <section>
      <h3 className={classes.heading}>{t('field.images')}</h3>
      <div className={classes.images}>
        {ids.map((id, index) => (
          <UnstyledButton
            key={id}
            className={classes.thumbnail}
            aria-label={t('detail.image', { at: index + 1, of: ids.length })}
            aria-expanded={open === id}
            onClick={() => setOpen(open === id ? null : id)}
          >
            <FileImage id={id} alt="" isThumbnail fallback={<IconBox size={20} aria-hidden />} />
          </UnstyledButton>
        ))}
      </div>
      {open !== null && (
        <FileImage
          id={open}
          className={classes.image}
          alt={t('detail.image', { at: ids.indexOf(open) + 1, of: ids.length })}
          fallback={<Skeleton count={8} />}
        />
      )}
    </section>
  )
}

/** The text of the feedback and the user who sent it. */
function Details({ entry }: { entry: FeedbackDetail }) {
  const words = useWords(feedbackWords)
  const { t, language } = words
  const revealing = useReveal(feedback.reveal)
  const whole = revealing.wholeOf(entry.id)
  const isErased = entry.userStatus === 'deleted'
  return (
    <>
      <DetailHead
        name={t(`kind.${entry.kind}`)}
        actions={
          !isErased && (
            <RevealButton
              use={feedback.reveal}
              id={entry.id}
              of={revealing}
              labels={{ reveal: t('action.reveal'), hide: t('action.hide') }}
            />
          )
        }
      >
        <StateBadge of={feedbackMachine} state={entry.status} />
        {entry.isOverdue && (
          <Badge color="red" title={t('overdueHint')}>
            {t('overdue')}
          </Badge>
        )}
      </DetailHead>
      <p className={classes.content}>
        {isErased && entry.content === '' ? t('detail.erased') : (whole?.content ?? entry.content)}
      </p>
      <Facts title={t('field.user')}>
        <Fact label={t('field.userId')}>
          {entry.userId}{' '}
          <Can use={user.get}>
            <Anchor component={Link} to={`${pathOfPage('UserList')}?open=${entry.userId}`}>
              {t('action.user')}
            </Anchor>
          </Can>
        </Fact>
        <Fact label={t('field.name')}>{entry.name}</Fact>
        <Fact label={t('field.phone')}>{entry.phone}</Fact>
        <Fact label={t('field.contact')}>{whole?.contact ?? entry.contact}</Fact>
        <Fact label={t('field.createdAt')}>{formatInstant(entry.createdAt, language)}</Fact>
        <Fact label={t('field.age')}>{ageOf(entry, words)}</Fact>
        <Fact label={t('field.handledBy')}>{entry.handledBy}</Fact>
        <Fact label={t('field.handledAt')}>{formatInstant(entry.handledAt, language)}</Fact>
      </Facts>
      {entry.fileIds.length > 0 && <Images ids={entry.fileIds} />}
    </>
  )
}
