import { message } from '@kabao/contract/operations/message'
import { messageWords } from '@kabao/contract/operations/message.words'
import type { ComponentPropsWithRef } from 'react'
import { IconBell, useAnswer, useWords } from '#kit'
import { RoundButton } from '../account/round-button.tsx'
import classes from './bell.module.css'

/** The number of unread messages. */
export function BellButton(props: ComponentPropsWithRef<'button'>) {
  const { t } = useWords(messageWords)
  // While a password or a second factor must be set first, the service refuses it, and the page says why.
  const { data } = useAnswer(message.unread, {}, { meta: { isSilent: true } })
  const count = data ? data.message + data.notice + data.todo : 0
  const label = count === 0 ? t('label') : `${t('label')} · ${t('count', { count })}`
  return (
    <span className={classes.bell}>
      <RoundButton label={label} aria-haspopup="dialog" {...props}>
        <IconBell size={16} aria-hidden />
      </RoundButton>
      {count > 0 && (
        <span className={classes.badge} data-unread={count} aria-hidden>
          {count > 99 ? '99+' : count}
        </span>
      )}
    </span>
  )
}
