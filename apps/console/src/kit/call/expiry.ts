import { expiryWords } from '@kabao/contract/kernel/expiry.words'
import { message } from '../message/message.ts'
import { endSession } from '../session/session.ts'
import { giveUp, isUnsaved } from '../session/unsaved.ts'
import { wordsOf } from '../words/words.ts'

/** How long an error message is shown, and the delay before sign-out and reload. Source: docs/specification/calls.md. */
const shown = 5000
const delay = 2000

let running = false
const page = { reload: () => window.location.reload() }

/**
 * Shows once that the session has expired, then signs out and reloads; after signing in, the guard returns the user to this page.
 * With unsaved changes, the user is asked first and may stay; the next refused call asks again.
 */
export function expire(): void {
  if (running) return
  running = true
  message.error(wordsOf(expiryWords).t('sessionExpired'), shown)
  setTimeout(() => {
    if (isUnsaved()) void askFirst()
    else signOut()
  }, delay)
}

async function askFirst(): Promise<void> {
  const { askToSignInAgain } = await import('../form/unsaved-question.ts')
  if (await askToSignInAgain()) signOut()
  else running = false
}

function signOut(): void {
  giveUp()
  endSession()
  running = false
  page.reload()
}

/** jsdom cannot reload, so tests replace this function. */
export const reloadBy = (reload: () => void): void => {
  page.reload = reload
}
