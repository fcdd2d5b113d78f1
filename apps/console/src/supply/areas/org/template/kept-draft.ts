import { readUser } from '#kit'

/** What was typed and not saved, with the version of the template that it changes. Values of secrets are never kept. */
export interface KeptDraft {
  version: number
  /** The template as JSON. */
  text: string
}

/** In `sessionStorage`: it survives a reload of this browser tab, and is gone with it. */
const keyOf = (orgId: string) => `kabao.template.${readUser()?.username ?? ''}.${orgId}`

/** What this account typed for an organization in this browser tab, if it was neither saved nor discarded. */
export function readDraft(orgId: string): KeptDraft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(orgId)) ?? 'null')
    return isKeptDraft(kept) ? kept : null
  } catch {
    return null
  }
}

export function keepDraft(orgId: string, kept: KeptDraft): void {
  try {
    sessionStorage.setItem(keyOf(orgId), JSON.stringify(kept))
  } catch {
    // If the storage is full, only the draft after a reload is lost.
  }
}

export const forgetDraft = (orgId: string): void => sessionStorage.removeItem(keyOf(orgId))

/** Whether it has the shape that this version of the console writes. */
function isKeptDraft(value: unknown): value is KeptDraft {
  const { version, text } = (value ?? {}) as Partial<KeptDraft>
  return typeof version === 'number' && typeof text === 'string'
}
