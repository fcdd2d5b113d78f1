import { storedSession } from '#kit'

/**
 * Leaves when another tab of this browser has signed out, or has signed in as somebody else: the pages of this tab show what the
 * account before may see.
 * @param leave called with what has become of the session; removes everything that is shown
 */
export function followSession(leave: (became: 'ended' | 'another') => void): void {
  const look = () => {
    const found = storedSession()
    if (found !== 'same') leave(found)
  }
  window.addEventListener('storage', look)
  // The browser sends no event to a page that it has frozen or put aside.
  window.addEventListener('pageshow', look)
  document.addEventListener('visibilitychange', look)
}
