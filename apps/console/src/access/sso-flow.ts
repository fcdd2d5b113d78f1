import { sso } from '@kabao/contract/access/sso'
import { send } from '#kit'

/** In this tab alone, so that a flow that somebody else began cannot be finished here. */
const storageKey = 'sso-flow'

/** Goes to the provider. @param back the address of the console to which the flow comes back */
export async function begin(back: string, isConfirmation = false): Promise<void> {
  const { address, flow } = await send(sso.start, { body: { confirm: isConfirmation }, quiet: true })
  sessionStorage.setItem(storageKey, JSON.stringify({ flow, back }))
  window.location.assign(address)
}

/** Takes the flow out of the tab. @returns null if none was begun here */
export function takeFlow(): { flow: string; back: string } | null {
  const stored = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  return stored === null ? null : (JSON.parse(stored) as { flow: string; back: string })
}
