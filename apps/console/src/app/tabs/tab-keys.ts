import type { KeyboardEvent } from 'react'

/** Left, right, Home and End move between the tabs, Delete closes one; the menu key opens the menu, as a right click does. */
export function moveInTabs(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const tab = (event.target as Element).closest('a[data-tab]')
  if (!tab) return
  if (event.key === 'Delete') {
    event.preventDefault()
    tab.parentElement?.querySelector<HTMLElement>('[data-close]')?.click()
    return
  }
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-tab]')]
  const at = tabs.indexOf(tab as HTMLElement)
  const to: Record<string, number> = {
    ArrowLeft: (at - 1 + tabs.length) % tabs.length,
    ArrowRight: (at + 1) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  }
  const next = to[event.key]
  if (next === undefined) return
  event.preventDefault()
  tabs[next]?.focus()
}

/** Gives the focus to a tab, or to the shown one, after the next render, unless another element has the focus by then. */
export function focusTab(bar: HTMLElement | null, id?: string): void {
  requestAnimationFrame(() => {
    const { activeElement } = document
    if (activeElement && activeElement !== document.body && !bar?.contains(activeElement)) return
    const tab = id && bar?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(id)}"]`)
    const shown = bar?.querySelector<HTMLElement>('[data-tab][aria-current]')
    ;(tab || shown)?.focus({ preventScroll: true })
  })
}
