import 'virtual:theme.css'
import '../kit/theme/look.css'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { KitProvider, loadConfig, readToken, startScheme } from '#kit'
import { fetchMenu } from './guard/menu-fetch.ts'
import { routes } from './routes.tsx'
import { showProgress } from './start/progress.ts'
import { followLanguage } from './start/titles.ts'

startScheme()
followLanguage()
await loadConfig().catch(() => undefined)
if (readToken() !== null) void fetchMenu()

const router = createBrowserRouter(routes)
showProgress(router)
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <KitProvider>
      <RouterProvider router={router} />
    </KitProvider>,
  )
}
