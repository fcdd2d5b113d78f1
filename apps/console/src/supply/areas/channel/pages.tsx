import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { Skeleton } from '#kit'
import { loadChunk } from '#kit/page/chunk.ts'

const pages: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = {
  detail: lazy(() => loadChunk(() => import('./detail-page.tsx'))),
  guide: lazy(() => loadChunk(() => import('./guide-page.tsx'))),
  requests: lazy(() => loadChunk(() => import('./requests-page.tsx'))),
  signing: lazy(() => loadChunk(() => import('./signing-page.tsx'))),
}

/** The page about a channel that the address ends with. They load from here, because each page that the frame names makes it heavier. */
export default function ChannelPages() {
  const Shown = pages[useLocation().pathname.split('/').at(-1) ?? '']
  return <Suspense fallback={<Skeleton shape="facts" count={8} />}>{Shown && <Shown />}</Suspense>
}
