import type { FileRow, FileUse } from '@kabao/contract/file'
import { lazy, memo, Suspense } from 'react'
import { FakeInput } from './fake-input.tsx'
import type { Input, Looks } from './input.ts'

const UploadInput = lazy(() => import('./upload-input.tsx'))

export interface UploadFieldProps extends Input<readonly string[]>, Omit<Looks, 'placeholder'> {
  use: FileUse
  /** How many it may have in all; default: as many as one call may send. */
  most?: number
  /** What is known of the files that it has already. */
  known?: readonly FileRow[]
}

/** Files of a record: chosen, dropped or pasted; they are sent at once, and belong to the record when it is saved. */
export const UploadField = memo(function UploadField(props: UploadFieldProps) {
  return (
    <Suspense fallback={<FakeInput label={props.label} text="" isLoading />}>
      <UploadInput {...props} />
    </Suspense>
  )
})
