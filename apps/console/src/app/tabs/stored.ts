import { readToken } from '#kit'

/** The stored part of an open tab; the state of its page is not stored. */
export interface StoredTab {
  id: string
  /** Its full path. */
  path: string
  openedAs: string
}

interface Stored {
  /** A fingerprint of the session, because a new session must not restore the tabs of an earlier one. */
  session: number
  tabs: readonly StoredTab[]
}

/** In `sessionStorage`, so each browser tab has its own list. */
const key = 'kabao.tabs'

/** The tabs that this session last stored in this browser tab, home first. Tabs of another session are deleted. */
export function readTabs(): readonly StoredTab[] {
  const stored = read()
  if (stored?.session === sessionOf(readToken())) return stored.tabs.filter(isStoredTab)
  forgetTabs()
  return []
}

/** Stores the tabs, unless another browser tab has signed in again, because the tabs do not belong to the new session. */
export function writeTabs(tabs: readonly StoredTab[]): void {
  const token = readToken()
  const session = sessionOf(token)
  if (token === null || (read()?.session ?? session) !== session) return
  try {
    sessionStorage.setItem(key, JSON.stringify({ session, tabs } satisfies Stored))
  } catch {
    // If the storage is full, only the tabs after a reload are lost.
  }
}

export const forgetTabs = (): void => sessionStorage.removeItem(key)

function read(): Stored | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Stored | null
    return Array.isArray(stored?.tabs) ? stored : null
  } catch {
    return null
  }
}

const isStoredTab = (tab: Partial<StoredTab> | null): tab is StoredTab =>
  [tab?.id, tab?.path, tab?.openedAs].every((part) => typeof part === 'string')

/** A hash of 32 bits, from which the token cannot be computed. */
const sessionOf = (token: string | null): number =>
  [...(token ?? '')].reduce((hash, sign) => (Math.imul(hash, 31) + sign.charCodeAt(0)) | 0, 7)
