import 'virtual:theme.css'
import '../kit/theme/look.css'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, createHashRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { KitProvider, loadConfig, readToken, startScheme } from '#kit'
import { watchErrors } from './fault/report.ts'
import { fetchMenu } from './guard/menu-fetch.ts'
import { routes } from './routes.tsx'
import { startSettings } from './settings/start.ts'
import { showProgress } from './start/progress.ts'
import { followLanguage } from './start/titles.ts'

watchErrors()
startScheme()
followLanguage()
startSettings()
if (__DEMO__) await import('../demo/start.ts').then(({ startDemo }) => startDemo())
await loadConfig().catch(() => undefined)
if (readToken() !== null) void fetchMenu()

// A static host serves one address only, so the demo keeps the route behind a `#`.
const router = (__DEMO__ ? createHashRouter : createBrowserRouter)(routes)
showProgress(router)
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <KitProvider>
      <RouterProvider router={router} />
    </KitProvider>,
  )
}
