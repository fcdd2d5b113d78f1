import { lazy, Suspense, useDeferredValue } from 'react'
import type { Previewed } from './phone-preview.tsx'
import { previewOf } from './preview-of.ts'

const PhonePreview = lazy(() => import('./phone-preview.tsx'))

/** The preview beside the form. It follows the draft when the browser has time, so that it never delays typing. */
export function LivePreview({ draft }: { draft: Previewed }) {
  return (
    <Suspense>
      <PhonePreview {...previewOf(useDeferredValue(draft))} />
    </Suspense>
  )
}
