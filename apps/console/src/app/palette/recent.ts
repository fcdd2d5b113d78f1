import { readUser } from '#kit'
import { sectionOf } from '../client-menu.ts'

const most = 5
/** The pages of the frame that are kept in the list; results and errors are not. */
const own: ReadonlySet<string> = new Set(['home', 'message', 'password'])
const keyOf = () => `kabao.recent.${readUser()?.username ?? ''}`

/** The names of the pages that this account opened last, the current one first. */
export function recentPages(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? '[]')
    return Array.isArray(kept) ? kept.filter((name): name is string => typeof name === 'string') : []
  } catch {
    return []
  }
}

export function rememberPage(name: string): void {
  if (!sectionOf(name) && !own.has(name)) return
  const names = [name, ...recentPages().filter((other) => other !== name)]
  try {
    // One more than is shown, because the current page is not offered.
    localStorage.setItem(keyOf(), JSON.stringify(names.slice(0, most + 1)))
  } catch {
    // If the browser's storage is full, only this list is lost.
  }
}
