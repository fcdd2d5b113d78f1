import { type MessageItem, messageTags } from '@kabao/contract/operations/message'
import { messageWords } from '@kabao/contract/operations/message.words'
import { memo } from 'react'
import { Badge, formatInstant, UnstyledButton, useWords, VisuallyHidden } from '#kit'
import classes from './box.module.css'

/** Source: docs/specification/messages.md. */
const colors = { notStarted: 'gray', opened: 'green', inProgress: 'arcoblue', dueSoon: 'red' } as const

export const Item = memo(function Item({
  item,
  onOpen,
}: {
  item: MessageItem
  onOpen: (item: MessageItem) => void
}) {
  const { t, language } = useWords(messageWords)
  const { title, subTitle, content, avatar, messageType, status, time } = item
  const tag = messageType === undefined ? undefined : messageTags[messageType]
  const day = (iso: string) => formatInstant(iso, 'zh-CN').slice(0, 10)
  const isToday = day(time) === day(new Date().toISOString())
  return (
    <li className={classes.item} data-read={status === 1 || undefined}>
      <UnstyledButton className={classes.open} onClick={() => onOpen(item)}>
        {avatar && (
          <span className={`${classes.avatar} ${classes.fades}`} aria-hidden>
            {avatar}
          </span>
        )}
        <span className={classes.words}>
          <span className={classes.title}>
            <span>
              <span className={`${classes.mark} ${classes.fades}`} data-mark aria-hidden />
              {status === 0 && <VisuallyHidden>{t('status.unread')} </VisuallyHidden>}
              {title}
              {subTitle && <span className={classes.subTitle}>{subTitle}</span>}
            </span>
            {tag && <Badge color={status === 1 ? 'gray' : colors[tag]}>{t(`tag.${tag}`)}</Badge>}
          </span>
          <span className={classes.content}>{content}</span>
          <time className={classes.time} dateTime={time}>
            {isToday
              ? t('today', { time: formatInstant(time, 'zh-CN').slice(11) })
              : formatInstant(time, language)}
          </time>
        </span>
      </UnstyledButton>
    </li>
  )
})
