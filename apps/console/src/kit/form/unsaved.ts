import { createContext, useContext, useId, useInsertionEffect } from 'react'

/** The page that something is on: what its tab is called by. Empty where there are no tabs. */
export const PageScope = createContext('')

/** What is unsaved, by the page it is on. Forms of a page that is kept in the background are still in it. */
const unsaved = new Map<string, Set<string>>()

/**
 * While there is something unsaved, whoever leaves the page for good is asked first: closes its tab, signs out, reloads
 * the window. Leaving a page that is kept loses nothing, so nobody is asked.
 */
export function useGuard(isDirty: boolean): void {
  const page = useContext(PageScope)
  const id = useId()
  // An insertion effect stays when its page is hidden, which any other does not.
  useInsertionEffect(() => (isDirty ? mark(page, id) : undefined), [isDirty, page, id])
}

/** Whether something is unsaved on any of these pages; without pages: anywhere. */
export const isUnsaved = (pages: readonly string[] = [...unsaved.keys()]): boolean =>
  pages.some((page) => unsaved.has(page))

/** What was unsaved on these pages may be lost: nobody is asked again. */
export function giveUp(pages: readonly string[] = [...unsaved.keys()]): void {
  for (const page of pages) unsaved.delete(page)
  if (unsaved.size === 0) window.removeEventListener('beforeunload', warn)
}

function mark(page: string, id: string): () => void {
  if (unsaved.size === 0) window.addEventListener('beforeunload', warn)
  unsaved.set(page, new Set(unsaved.get(page)).add(id))
  return () => {
    const rest = unsaved.get(page)
    rest?.delete(id)
    if (rest?.size === 0) giveUp([page])
  }
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()
