import 'virtual:theme.css'
import '#kit/theme/look.css'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, createHashRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { endSession, KitProvider, loadConfig, readToken, startScheme } from '#kit'
import { giveUp } from '#kit/session/unsaved.ts'
import { watchErrors } from './fault/report.ts'
import { logoutAddress } from './guard/addresses.ts'
import { followSession } from './guard/follow-session.ts'
import { fetchMenu } from './guard/menu-fetch.ts'
import { routes } from './routes.tsx'
import { startSettings } from './settings/start.ts'
import { showProgress } from './start/progress.ts'
import { followLanguage } from './start/titles.ts'

watchErrors()
startScheme()
followLanguage()
startSettings()
void start()

/** Draws the console, once it knows its configuration. A module that waits would let all wait that shares its file. */
async function start() {
  if (__DEMO__) await import('../demo/start.ts').then(({ startDemo }) => startDemo())
  await loadConfig().catch(() => undefined)
  if (readToken() !== null) void fetchMenu()

  // A static host serves one address only, so the demo keeps the route behind a `#`.
  const router = (__DEMO__ ? createHashRouter : createBrowserRouter)(routes)
  showProgress(router)
  const root = document.getElementById('root')
  if (root) {
    const drawn = createRoot(root)
    drawn.render(
      <KitProvider>
        <RouterProvider router={router} />
      </KitProvider>,
    )
    followSession((became) => {
      const { location } = router.state
      if (location.pathname === '/login') return
      // No question about unsaved changes: whoever sits here now may be somebody else.
      giveUp()
      drawn.unmount()
      if (became === 'ended') {
        endSession()
        const login = new URL(logoutAddress(location), window.location.origin)
        window.history.replaceState(null, '', router.createHref(login))
      }
      // The screen is empty already; a new document also has nothing in its memory.
      window.location.reload()
    })
  }
}
