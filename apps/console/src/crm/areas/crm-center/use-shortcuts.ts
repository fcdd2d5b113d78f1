import { useEffect, useEffectEvent } from 'react'

const inputs =
  'input, textarea, select, [contenteditable="true"], [role=dialog], [role=alertdialog], [role=menu]'

/**
 * Runs keys of the page. A key that is typed into an input, or while a dialog is open, is not one of them; nor is one with Ctrl,
 * Alt or ⌘. @param keys returns whether the key was one of the page
 */
export function useShortcuts(keys: (key: string) => boolean): void {
  const run = useEffectEvent(keys)
  useEffect(() => {
    const keyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)
        return
      const target = event.target as HTMLElement | null
      const isControl = event.key === 'Enter' && target?.closest('a, button')
      if (isControl || target?.closest(inputs) || document.querySelector('[role=dialog], [role=alertdialog]'))
        return
      if (!run(event.key)) return
      event.preventDefault()
      // The console has a panel of shortcuts of its own under the same key.
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', keyDown, true)
    return () => window.removeEventListener('keydown', keyDown, true)
  }, [])
}
