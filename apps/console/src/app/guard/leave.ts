import { session } from '@kabao/contract/access/session'
import { endSession, send } from '#kit'

/**
 * Ends the session in this browser at once, then signs out at the service with the old token. Where single sign-on says so, the browser then
 * signs out at the provider too; any other answer changes nothing.
 */
export function leave(): void {
  void send(session.logout, { quiet: true })
    .then((address) => address !== null && window.location.assign(address))
    .catch(() => undefined)
  endSession()
}
