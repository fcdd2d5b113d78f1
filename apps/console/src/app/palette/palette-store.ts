import { create } from 'zustand'

type Panel = 'palette' | 'help'

/** Which of the two is open. */
export const usePanel = create<{ open: Panel | null }>(() => ({ open: null }))

/** Where the focus was, to return there. */
let before: Element | null = null

export function openPanel(panel: Panel): void {
  if (usePanel.getState().open === null) before = document.activeElement
  usePanel.setState({ open: panel })
}

/** Closes, and gives the focus back to where it was, or to the page where that is gone. */
export function closePanel(): void {
  if (usePanel.getState().open === null) return
  usePanel.setState({ open: null })
  const target = before
  before = null
  // After the dialog has let go of the focus.
  setTimeout(() => {
    if (document.activeElement !== document.body && document.activeElement?.isConnected) return
    if (target instanceof HTMLElement) target.focus()
    if (document.activeElement === document.body) document.getElementById('content')?.focus()
  })
}
