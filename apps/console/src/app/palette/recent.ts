import { readUser } from '#kit'
import { sectionOf } from '../client-menu.ts'

const most = 5
/** The pages of the frame that are kept in the list; results and errors are not. */
const own: ReadonlySet<string> = new Set(['home', 'message', 'password'])
type Kind = 'recent' | 'recentActs'
const keyOf = (kind: Kind) => `kabao.${kind}.${readUser()?.username ?? ''}`

/** The names of the pages that this account opened last, the current one first. */
export const recentPages = (): string[] => read('recent')

/** The keys of the actions that this account chose last in the palette, the latest first. */
export const recentActs = (): string[] => read('recentActs')

export const rememberAct = (key: string): void => remember('recentActs', key)

function read(kind: Kind): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(kind)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((name): name is string => typeof name === 'string') : []
  } catch {
    return []
  }
}

export function rememberPage(name: string): void {
  if (sectionOf(name) || own.has(name)) remember('recent', name)
}

function remember(kind: Kind, name: string): void {
  const names = [name, ...read(kind).filter((other) => other !== name)]
  try {
    // One more than is shown, because the current page is not offered.
    localStorage.setItem(keyOf(kind), JSON.stringify(names.slice(0, most + 1)))
  } catch {
    // If the browser's storage is full, only this list is lost.
  }
}
