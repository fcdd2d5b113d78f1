import { menuWords } from '@kabao/contract/app/menu.words'
import type { ComponentType } from 'react'
import { Navigate, type RouteObject, useLocation } from 'react-router'
import { registerWords } from '#kit'
import { loadChunk } from '#kit/page/chunk.ts'
import { pages, sections } from './client-menu.ts'
import { Fault } from './fault/fault.tsx'
import NotFound from './fault/not-found.tsx'
import { guardFrame, guardUnknown } from './guard/guard.ts'

registerWords(menuWords)

type Load = () => Promise<{ default: ComponentType }>
const lazily = (load: Load) => ({ lazy: async () => ({ Component: (await loadChunk(load)).default }) })

/** All routes of the console. Those that need a session are inside the frame, behind its guard. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: Fault,
    HydrateFallback: () => null,
    children: [
      { path: '/', Component: ToLogin },
      { path: '/login', ...lazily(() => import('./login/page.tsx')) },
      // A statement that was sent as a link; it needs no session.
      { path: '/shared/statement', ...lazily(() => import('./pages/shared-statement.tsx')) },
      {
        ...lazily(() => import('./frame/frame.tsx')),
        loader: guardFrame,
        shouldRevalidate: () => true,
        // The frame renders the pages itself (`tabs/kept-pages.tsx`), so it is shown before their files are loaded. The address
        // of a section has no page: the guard redirects to its first page.
        children: [...pages, ...sections].map(({ path }): RouteObject => ({ path, Component: Nothing })),
      },
      { path: '*', loader: guardUnknown, Component: NotFound },
    ],
  },
]

function Nothing() {
  return null
}

/** `/` leads to the login page, with or without a session; query and hash are kept (docs/specification/sign-in.md). */
function ToLogin() {
  const { search, hash } = useLocation()
  return <Navigate to={{ pathname: '/login', search, hash }} replace />
}
