import { commonWords } from '@kabao/contract/common.words'
import { message } from '../message/message.ts'
import { endSession } from '../session/session.ts'
import { wordsOf } from '../words/words.ts'

/** Specification, section 9: error message display, and delay before logout and reload. */
const shown = 5000
const delay = 2000

let running = false
const page = { reload: () => window.location.reload() }

/** Says once that the session is over, then signs out and reloads: the guard brings the reader back here. */
export function expire(): void {
  if (running) return
  running = true
  message.error(wordsOf(commonWords).t('sessionExpired'), shown)
  setTimeout(() => {
    endSession()
    running = false
    page.reload()
  }, delay)
}

/** jsdom cannot reload; tests put their own function here. */
export const reloadBy = (reload: () => void): void => {
  page.reload = reload
}
