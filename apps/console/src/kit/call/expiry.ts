import { expiryWords } from '@kabao/contract/kernel/expiry.words'
import { create } from 'zustand'
import { message } from '../message/message.ts'
import { endSession, readToken } from '../session/session.ts'
import { giveUp, isUnsaved } from '../session/unsaved.ts'
import { wordsOf } from '../words/words.ts'

/** How long an error message is shown, and the delay before sign-out and reload. Source: docs/specification/calls.md. */
const shown = 5000
const delay = 2000

let running = false
const page = { reload: () => window.location.reload() }

interface Expiry {
  /** The session has expired while there are unsaved changes, and the frame asks for the password above them. */
  isOver: boolean
  /** The token of the session that has expired. */
  token: string | null
  /** How often the session of this page was renewed. */
  renewals: number
}
export const useExpiry = create<Expiry>(() => ({ isOver: false, token: null, renewals: 0 }))

/**
 * Shows once that the session has expired, then signs out and reloads; after signing in, the guard returns the user to this page.
 * Unsaved changes stay: the user signs in above them.
 */
export function expire(): void {
  if (running) return
  running = true
  if (isUnsaved()) {
    keepPage()
  } else {
    message.error(wordsOf(expiryWords).t('sessionExpired'), shown)
    setTimeout(() => (isUnsaved() ? keepPage() : signOut()), delay)
  }
}

const keepPage = () => useExpiry.setState({ isOver: true, token: readToken() })

/** The page goes on, with a new session or without one; without one, the next refused call asks again. */
export function goOn(isRenewed: boolean): void {
  running = false
  useExpiry.setState(({ renewals }) => ({ isOver: false, renewals: isRenewed ? renewals + 1 : renewals }))
}

/** Discards what is unsaved, and leads to the login page. */
export function signOut(): void {
  giveUp()
  endSession()
  goOn(false)
  page.reload()
}

/** jsdom cannot reload, so tests replace this function. */
export const reloadBy = (reload: () => void): void => {
  page.reload = reload
}
