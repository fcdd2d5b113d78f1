import { create } from 'zustand'

type Panel = 'palette' | 'help'

/** Which of the two dialogs is open. */
export const usePanel = create<{ open: Panel | null }>(() => ({ open: null }))

/** The element that had the focus before; the focus returns to it. */
let before: Element | null = null

export function openPanel(panel: Panel): void {
  if (usePanel.getState().open === null) before = document.activeElement
  usePanel.setState({ open: panel })
}

/** Closes the dialog and returns the focus to where it was, or to the page if that element no longer exists. */
export function closePanel(): void {
  if (usePanel.getState().open === null) return
  usePanel.setState({ open: null })
  const target = before
  before = null
  // Runs after the dialog has released the focus.
  setTimeout(() => {
    if (document.activeElement !== document.body && document.activeElement?.isConnected) return
    if (target instanceof HTMLElement) target.focus()
    if (document.activeElement === document.body) document.getElementById('content')?.focus()
  })
}
