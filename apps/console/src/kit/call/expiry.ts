import { commonWords } from '@kabao/contract/common.words'
import { giveUp, isUnsaved } from '../form/unsaved.ts'
import { message } from '../message/message.ts'
import { endSession } from '../session/session.ts'
import { wordsOf } from '../words/words.ts'

/** Error message display, and delay before signing out and reloading. Source: docs/specification/calls.md. */
const shown = 5000
const delay = 2000

let running = false
const page = { reload: () => window.location.reload() }

/**
 * Says once that the session is over, then signs out and reloads: the guard brings the reader back here. Whoever has
 * something unsaved is asked first; he may stay, and the next call that is refused begins anew.
 */
export function expire(): void {
  if (running) return
  running = true
  message.error(wordsOf(commonWords).t('sessionExpired'), shown)
  setTimeout(() => {
    if (isUnsaved()) void askFirst()
    else signOut()
  }, delay)
}

async function askFirst(): Promise<void> {
  const { askToSignInAgain } = await import('../form/may-lose.ts')
  if (await askToSignInAgain()) signOut()
  else running = false
}

function signOut(): void {
  giveUp()
  endSession()
  running = false
  page.reload()
}

/** jsdom cannot reload; tests put their own function here. */
export const reloadBy = (reload: () => void): void => {
  page.reload = reload
}
