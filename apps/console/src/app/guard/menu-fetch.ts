import { isExpiry, send, takeMenu, useSession } from '#kit'
import { sessionCalls } from './session-calls.ts'

let running: Promise<void> | null = null

/** Fetches the menu; whoever asks meanwhile waits for the same answer (docs/specification/frame.md). Failing is only logged. */
export function fetchMenu(): Promise<void> {
  running ??= sessionCalls()
    .then((session) => send(session.menu, { quiet: true }))
    .then(takeMenu)
    .catch((error: unknown) => {
      // biome-ignore lint/suspicious/noConsole: a menu that cannot be fetched is only logged (docs/specification/calls.md)
      console.warn('The menu could not be fetched', error)
      // The reader is being told, and the page reloads in a moment: decide nothing until then.
      if (isExpiry(error)) return new Promise<void>(() => {})
    })
    .finally(() => {
      running = null
    })
  return running
}

/** The menu, fetched where it is not there yet. An empty one is asked for again by the next navigation. */
export async function neededMenu() {
  const { menu } = useSession.getState()
  if (menu && menu.length > 0) return menu
  await fetchMenu()
  return useSession.getState().menu ?? []
}
