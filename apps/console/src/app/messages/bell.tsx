import { lazy, Suspense, useEffect, useState } from 'react'
import { useExpiry } from '#kit/call/expiry.ts'
import { BellButton } from './bell-button.tsx'
import { listenToMessages } from './listen.ts'

const MessageMenu = lazy(() => import('./menu.tsx'))

/** The number of unread messages, which opens them. While it is shown, new messages arrive without a reload. */
export function MessageBell() {
  const [isAsked, setIsAsked] = useState(false)
  const renewals = useExpiry((expiry) => expiry.renewals)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the service has ended the stream of the session that was renewed
  useEffect(() => {
    // The demo has no service that could send messages.
    if (__DEMO__) return
    const stop = new AbortController()
    listenToMessages(stop.signal)
    return () => stop.abort()
  }, [renewals])
  const button = <BellButton onClick={() => setIsAsked(true)} />
  return isAsked ? (
    <Suspense fallback={button}>
      <MessageMenu />
    </Suspense>
  ) : (
    button
  )
}
