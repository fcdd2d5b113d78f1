import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { nameOf } from '../client-menu.ts'
import { closePanel, openPanel, usePanel } from './palette-store.ts'
import { rememberPage } from './recent.ts'
import { opensHelp, opensPalette } from './shortcuts.ts'

const PaletteDialog = lazy(() => import('./palette-dialog.tsx'))
const HelpDialog = lazy(() => import('./help-dialog.tsx'))

/**
 * The command palette (Ctrl or ⌘ K) and the help on shortcuts (`?`), once for the whole frame. What they show is loaded
 * when it is first asked for.
 * @param onSettings opens the settings drawer, where the deployment offers it
 */
export function Palette({ onSettings }: { onSettings?: (() => void) | undefined }) {
  const open = usePanel((state) => state.open)
  const { pathname } = useLocation()
  useEffect(() => rememberPage(nameOf(pathname)), [pathname])
  useEffect(() => {
    document.addEventListener('keydown', follow)
    return () => {
      document.removeEventListener('keydown', follow)
      usePanel.setState({ open: null })
    }
  }, [])
  return (
    <Suspense>
      {open === 'palette' && <PaletteDialog onSettings={onSettings} />}
      {open === 'help' && <HelpDialog />}
    </Suspense>
  )
}

function follow(event: KeyboardEvent): void {
  const panel = opensPalette(event) ? 'palette' : opensHelp(event) ? 'help' : null
  if (panel === null || event.defaultPrevented) return
  // The browser's own answer to Ctrl K would take the focus away, whether we open or not.
  event.preventDefault()
  const { open } = usePanel.getState()
  const isAsked = open === null && document.querySelector('[aria-modal=true]') !== null
  // A dialog that asks for something is answered first.
  if (open === panel) closePanel()
  else if (!isAsked) openPanel(panel)
}
