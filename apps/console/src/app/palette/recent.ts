import { readUser } from '#kit'
import { sectionOf } from '../client-menu.ts'

const most = 5
/** Pages of the frame that are worth going back to; results and errors are not. */
const own: ReadonlySet<string> = new Set(['home', 'message', 'password'])
const keyOf = () => `kabao.recent.${readUser()?.username ?? ''}`

/** Names of the pages this account opened last, the present one first. */
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
    // One more than is shown: the page one is on is none to go to.
    localStorage.setItem(keyOf(), JSON.stringify(names.slice(0, most + 1)))
  } catch {
    // A full store costs the reader this list and nothing else.
  }
}
