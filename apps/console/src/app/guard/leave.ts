import { session } from '@kabao/contract/access/session'
import { endSession, send } from '#kit'

/** Ends the session in this browser at once, then signs out at the service with the old token. The answer changes nothing. */
export function leave(): void {
  void send(session.logout, { quiet: true }).catch(() => undefined)
  endSession()
}
