import { createContext, useContext, useId, useInsertionEffect } from 'react'

/** The id of the page that a form is on, which is the id of its tab. Empty if there are no tabs. */
export const PageScope = createContext('')

/** The unsaved changes by page, including the forms of pages that are kept in the background. */
const unsaved = new Map<string, Set<string>>()

/**
 * While there are unsaved changes, asks before the reader leaves the page for good: closes its tab, signs out or reloads the
 * window. Leaving a page that keeps its state discards nothing, so it asks nothing.
 */
export function useGuard(isDirty: boolean): void {
  const page = useContext(PageScope)
  const id = useId()
  // Unlike other effects, an insertion effect is not cleaned up when its page is hidden.
  useInsertionEffect(() => (isDirty ? mark(page, id) : undefined), [isDirty, page, id])
}

/** Whether one of these pages has unsaved changes; without `pages`, whether any page has. */
export const isUnsaved = (pages: readonly string[] = [...unsaved.keys()]): boolean =>
  pages.some((page) => unsaved.has(page))

/** Discards the unsaved changes of these pages, so that no question follows. */
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
