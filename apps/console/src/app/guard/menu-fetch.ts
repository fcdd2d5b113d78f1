import { isExpiry, send, takeMenu, useSession } from '#kit'
import { sessionCalls } from './session-calls.ts'

let running: Promise<void> | null = null

/** Fetches the menu; calls during a fetch share it (docs/specification/frame.md). A failure is only logged. */
export function fetchMenu(): Promise<void> {
  running ??= sessionCalls()
    .then((session) => send(session.menu, { quiet: true }))
    .then(takeMenu)
    .catch((error: unknown) => {
      // biome-ignore lint/suspicious/noConsole: a failed menu request is only logged (docs/specification/calls.md)
      console.warn('The menu could not be fetched', error)
      // What needs no menu is shown without it, and the next navigation asks again.
      if (!useSession.getState().menu) takeMenu([])
      // The session has expired: the reader is notified and the page reloads shortly, so this promise stays pending until then.
      if (isExpiry(error)) return new Promise<void>(() => {})
    })
    .finally(() => {
      running = null
    })
  return running
}

/** The menu; fetches it if it is missing. An empty menu is requested again at the next navigation. */
export async function neededMenu() {
  const { menu } = useSession.getState()
  if (menu && menu.length > 0) return menu
  await fetchMenu()
  return useSession.getState().menu ?? []
}
