import { readUser } from '../session/session.ts'

/** How many recent choices of an entity are kept. */
const most = 5
const keyOf = (entity: string) => `kabao.choices.${readUser()?.username ?? ''}.${entity}`

/** The ids of the records that this account chose last in this browser, the latest first. */
export function recentChoices(entity: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(entity)) ?? '[]')
    // An id goes into a call, which refuses other texts.
    return Array.isArray(kept) ? kept.filter((id) => /^[\w:.-]{1,80}$/.test(String(id))).slice(0, most) : []
  } catch {
    return []
  }
}

export function rememberChoice(entity: string, id: string): void {
  const ids = [id, ...recentChoices(entity).filter((other) => other !== id)]
  try {
    localStorage.setItem(keyOf(entity), JSON.stringify(ids.slice(0, most)))
  } catch {
    // If the browser's storage is full, only this list is lost.
  }
}
