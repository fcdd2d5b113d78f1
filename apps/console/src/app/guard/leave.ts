import { session } from '@kabao/contract/session'
import { endSession, send } from '#kit'

/** Ends the session here at once. The service is told with the token that was; what it answers changes nothing. */
export function leave(): void {
  void send(session.logout, { quiet: true }).catch(() => undefined)
  endSession()
}
