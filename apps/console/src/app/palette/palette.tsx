import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { nameOf } from '../client-menu.ts'
import { closePanel, openPanel, usePanel } from './palette-store.ts'
import { rememberPage } from './recent.ts'
import { opensHelp, opensPalette } from './shortcuts.ts'

const PaletteDialog = lazy(() => import('./palette-dialog.tsx'))
const HelpDialog = lazy(() => import('./help-dialog.tsx'))

/**
 * The command palette (Ctrl or ⌘ K) and the help on shortcuts (`?`), mounted once for the whole frame. Their content is loaded
 * when it is first opened.
 * @param onSettings opens the settings drawer; absent if the deployment does not offer it
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
  // Prevents the browser's own action for Ctrl K, which would move the focus away, even if the palette does not open.
  event.preventDefault()
  const { open } = usePanel.getState()
  const isModalOpen = open === null && document.querySelector('[aria-modal=true]') !== null
  // The palette does not open over another modal dialog.
  if (open === panel) closePanel()
  else if (!isModalOpen) openPanel(panel)
}
