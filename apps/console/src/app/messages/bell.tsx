import { message } from '@kabao/contract/operations/message'
import { messageWords } from '@kabao/contract/operations/message.words'
import { type ComponentPropsWithRef, lazy, Suspense, useEffect, useState } from 'react'
import { IconBell, useAnswer, useWords } from '#kit'
import { RoundButton } from '../account/round-button.tsx'
import classes from './bell.module.css'

const MessageMenu = lazy(() => import('./menu.tsx'))

/** The number of unread messages, which opens them. While it is shown, new messages arrive without a reload. */
export function MessageBell() {
  const [isAsked, setIsAsked] = useState(false)
  useEffect(() => {
    // The demo has no service that could send messages.
    if (__DEMO__) return
    const stop = new AbortController()
    void import('./listen.ts')
      .then(({ listenToMessages }) => stop.signal.aborted || listenToMessages(stop.signal))
      .catch(() => undefined)
    return () => stop.abort()
  }, [])
  const button = <BellButton onClick={() => setIsAsked(true)} />
  return isAsked ? (
    <Suspense fallback={button}>
      <MessageMenu />
    </Suspense>
  ) : (
    button
  )
}

export function BellButton(props: ComponentPropsWithRef<'button'>) {
  const { t } = useWords(messageWords)
  const { data } = useAnswer(message.unread)
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
