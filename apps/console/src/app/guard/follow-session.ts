import { readToken, storedSession } from '#kit'
import { goOn, useExpiry } from '#kit/call/expiry.ts'

/**
 * Calls `leave` when another tab of this browser has signed out or has signed in with another account, because the pages of this
 * tab show data of the previous account. While this tab asks for the password above unsaved changes, a sign-out of another tab is the
 * same expiry, and a sign-in with this account renews this tab too.
 * @param leave gets the new state of the session and removes everything that is shown
 */
export function followSession(leave: (became: 'ended' | 'another') => void): void {
  const look = () => {
    const found = storedSession()
    const { isOver, token } = useExpiry.getState()
    if (found === 'another' || (found === 'ended' && !isOver)) leave(found)
    else if (isOver && found === 'same' && readToken() !== token) goOn(true)
  }
  window.addEventListener('storage', look)
  // The browser sends no event to a frozen page or to a page in its back-forward cache.
  window.addEventListener('pageshow', look)
  document.addEventListener('visibilitychange', look)
}
