import { lazy, Suspense } from 'react'
import { useOpen } from '#kit'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

/** The details of whoever the address names. */
export function Detail() {
  const { id, close } = useOpen()
  return <Suspense>{id !== null && <DetailPanel key={id} id={id} onClose={close} />}</Suspense>
}
