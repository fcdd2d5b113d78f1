import type { KeyboardEvent } from 'react'

/** Up, down, Home and End move between the visible entries; right opens a section, left closes it. */
export function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')].filter(
    (entry) => entry.closest('[hidden]') === null,
  )
  const entry = (event.target as Element).closest<HTMLElement>('a, button')
  const at = entry ? entries.indexOf(entry) : -1
  if (!entry || at < 0) return
  const next = target(event.key, entry, entries, at)
  if (next === undefined) return
  event.preventDefault()
  next?.focus()
}

/** The entry that a key moves to; null if the key has already acted, undefined if it does nothing here. */
function target(
  key: string,
  entry: HTMLElement,
  entries: readonly HTMLElement[],
  at: number,
): HTMLElement | null | undefined {
  const last = entries.length - 1
  if (key === 'ArrowDown') return entries[at === last ? 0 : at + 1]
  if (key === 'ArrowUp') return entries[at === 0 ? last : at - 1]
  if (key === 'Home') return entries[0]
  if (key === 'End') return entries[last]
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const section = entry.matches('[aria-controls]') ? entry : sectionOf(entry)
  const isOpen = section?.getAttribute('aria-expanded') === 'true'
  if (key === 'ArrowRight') return section === entry && !isOpen ? pressed(entry) : undefined
  if (section !== entry) return section ?? undefined
  return isOpen ? pressed(entry) : undefined
}

function pressed(entry: HTMLElement): null {
  entry.click()
  return null
}

/** The button of the section that holds a page. */
const sectionOf = (entry: HTMLElement): HTMLElement | null => {
  const list = entry.closest('ul[id]')
  return list ? document.querySelector(`[aria-controls="${list.id}"]`) : null
}
