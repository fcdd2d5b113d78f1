import { lazy, Suspense, useEffect, useState } from 'react'
import { BellButton } from './bell-button.tsx'

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
