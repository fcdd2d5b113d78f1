import { storedSession } from '#kit'

/**
 * Calls `leave` when another tab of this browser has signed out or has signed in with another account, because the pages of this
 * tab show data of the previous account.
 * @param leave gets the new state of the session and removes everything that is shown
 */
export function followSession(leave: (became: 'ended' | 'another') => void): void {
  const look = () => {
    const found = storedSession()
    if (found !== 'same') leave(found)
  }
  window.addEventListener('storage', look)
  // The browser sends no event to a frozen page or to a page in its back-forward cache.
  window.addEventListener('pageshow', look)
  document.addEventListener('visibilitychange', look)
}
